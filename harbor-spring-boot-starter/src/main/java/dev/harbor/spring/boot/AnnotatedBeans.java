package dev.harbor.spring.boot;

import dev.harbor.tool.Tool;
import dev.harbor.tool.annotation.AnnotatedTools;
import dev.harbor.tool.annotation.HarborTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/** Finds beans with methods that are marked by {@link HarborTool}. Only those are made because of it. */
final class AnnotatedBeans {

    private final ConfigurableListableBeanFactory beans;

    AnnotatedBeans(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /** Returns the tools of all such beans, in the order of their definitions. */
    List<Tool<?, ?>> tools() {
        List<Tool<?, ?>> tools = new ArrayList<>();
        for (String name : beans.getBeanNamesForType(Object.class, false, false)) {
            Class<?> type =
                    ScopedProxyUtils.isScopedTarget(name) ? null : AutoProxyUtils.determineTargetClass(beans, name);
            if (type != null && isMarked(type)) {
                tools.addAll(AnnotatedTools.of(beans.getBean(name), type));
            }
        }
        return tools;
    }

    private static boolean isMarked(Class<?> type) {
        return AnnotationUtils.isCandidateClass(type, HarborTool.class)
                && !methods(type).isEmpty();
    }

    private static Map<?, HarborTool> methods(Class<?> type) {
        MethodIntrospector.MetadataLookup<@Nullable HarborTool> lookup =
                method -> AnnotatedElementUtils.findMergedAnnotation(method, HarborTool.class);
        return MethodIntrospector.selectMethods(type, lookup);
    }
}
