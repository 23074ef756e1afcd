package dev.harbor.examples.boot;

import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.annotation.HarborTool;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Is what the agent can do: look at the stock of its tenant, and order from it. */
@Component
public class ShopTools {

    private final JdbcClient database;

    ShopTools(JdbcClient database) {
        this.database = database;
    }

    record Stock(String item, int left) {}

    record Order(String item, int count) {}

    /** Fails when less is left than is wanted, so that the model hears it before it orders. */
    @HarborTool(name = "stock.find", description = "Tells how much of an item is left", effect = SideEffect.READ)
    public Stock find(String item, int count, ToolContext context) {
        int left = database.sql("select count from stock where tenant = ? and item = ?")
                .params(context.identity().tenant(), item)
                .query(Integer.class)
                .optional()
                .orElse(0);
        if (left < count) {
            throw ToolFailed.permanent("only " + left + " of '" + item + "' are left");
        }
        return new Stock(item, left);
    }

    /** The key names the call over all its attempts and restarts, so that it is ordered once. */
    @HarborTool(name = "orders.place", description = "Orders an item", effect = SideEffect.WRITE, idempotent = true)
    public Order place(String item, int count, ToolContext context) {
        database.sql("insert into orders (key, tenant, item, count) values (?, ?, ?, ?) on conflict do nothing")
                .params(context.idempotencyKey(), context.identity().tenant(), item, count)
                .update();
        return new Order(item, count);
    }
}
