package dev.harbor.contracts;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.AllowAllPolicy;
import dev.harbor.testkit.AccessPolicyContract;

final class AllowAllPolicyContractTest extends AccessPolicyContract {

    @Override
    protected AccessPolicy create() {
        return AllowAllPolicy.instance();
    }
}
