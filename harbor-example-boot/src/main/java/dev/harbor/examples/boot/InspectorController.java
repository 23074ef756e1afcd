package dev.harbor.examples.boot;

import dev.harbor.inspector.Inspector;
import dev.harbor.inspector.InspectorAccess;
import dev.harbor.inspector.InspectorRequest;
import dev.harbor.inspector.InspectorResponse;
import dev.harbor.inspector.LiveEvents;
import dev.harbor.runtime.HarborRuntime;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;

/** Shows approvers the runs of their tenant. */
@Controller
class InspectorController {

    private static final String MOUNT = "/inspector";

    private final Inspector inspector;
    private final Users users;

    InspectorController(HarborRuntime runtime, LiveEvents live, Users users) {
        this.users = users;
        this.inspector =
                Inspector.builder(runtime).live(live).authorizer(this::accessOf).build();
    }

    private Optional<InspectorAccess> accessOf(InspectorRequest request) {
        return users.behind(request.header("Authorization"))
                .filter(Users.User::approver)
                .map(user -> InspectorAccess.tenant(user.name(), user.tenant()).withDecisions());
    }

    @RequestMapping({MOUNT, MOUNT + "/**"})
    void inspect(HttpServletRequest request, HttpServletResponse answer) throws IOException {
        String mount = request.getContextPath() + MOUNT;
        Map<String, List<String>> headers = Collections.list(request.getHeaderNames()).stream()
                .collect(Collectors.toMap(name -> name, name -> Collections.list(request.getHeaders(name))));
        try (InspectorResponse response = inspector.handle(InspectorRequest.of(
                request.getMethod(),
                mount,
                request.getRequestURI().substring(mount.length()),
                request.getQueryString(),
                headers,
                request.getInputStream()))) {
            answer.setStatus(response.status());
            response.headers().forEach(answer::setHeader);
            response.writeTo(answer.getOutputStream());
        }
    }

    /** Open pages would keep the web server from ending, which waits for what it answers. */
    @EventListener(ContextClosedEvent.class)
    void close() {
        inspector.close();
    }
}
