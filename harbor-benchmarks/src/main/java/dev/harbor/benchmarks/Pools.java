package dev.harbor.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;

/** Makes the pool that a host would bring. */
final class Pools {

    private Pools() {}

    static DataSource of(DataSource source) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(source);
        config.setMaximumPoolSize(4);
        return new HikariDataSource(config);
    }
}
