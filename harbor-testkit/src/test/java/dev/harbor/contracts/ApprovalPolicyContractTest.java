package dev.harbor.contracts;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.ApprovalPolicy;
import dev.harbor.access.RestrictionPolicy;
import dev.harbor.testkit.AccessPolicyContract;
import dev.harbor.tool.SideEffect;
import java.time.Duration;
import org.junit.jupiter.api.Nested;

/** Policies that ask, alone and behind one that denies. */
final class ApprovalPolicyContractTest extends AccessPolicyContract {

    private static ApprovalPolicy.Builder asking() {
        return ApprovalPolicy.builder()
                .effects(SideEffect.WRITE, SideEffect.EXTERNAL)
                .tags("money")
                .arguments(
                        "sample.read",
                        "with a path",
                        arguments -> arguments.get("path").isPresent());
    }

    @Override
    protected AccessPolicy create() {
        return asking().build();
    }

    @Nested
    final class Remembering extends AccessPolicyContract {

        @Override
        protected AccessPolicy create() {
            return asking().rememberWhateverTheArguments(ApprovalPolicy.Remember.USER, Duration.ofHours(1))
                    .build();
        }
    }

    @Nested
    final class Restricted extends AccessPolicyContract {

        @Override
        protected AccessPolicy create() {
            return RestrictionPolicy.allowing(SideEffect.READ, SideEffect.WRITE).and(asking().build());
        }
    }
}
