package dev.harbor.tools.mcp;

import dev.harbor.json.Param;
import dev.harbor.tool.SideEffect;

/** Is an effect as configuration spells it. */
enum EffectSetting {
    @Param("pure")
    PURE(SideEffect.PURE),
    @Param("read")
    READ(SideEffect.READ),
    @Param("write")
    WRITE(SideEffect.WRITE),
    @Param("external")
    EXTERNAL(SideEffect.EXTERNAL),
    @Param("stateful")
    STATEFUL(SideEffect.STATEFUL);

    private final SideEffect effect;

    EffectSetting(SideEffect effect) {
        this.effect = effect;
    }

    SideEffect effect() {
        return effect;
    }
}
