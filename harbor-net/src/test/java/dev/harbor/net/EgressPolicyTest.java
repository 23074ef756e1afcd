package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class EgressPolicyTest {

    private static final EgressPolicy STRICT = EgressPolicy.strict();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0.1.2.3",
                "10.0.0.1",
                "10.255.255.255",
                "100.64.0.1",
                "100.127.255.255",
                "127.0.0.1",
                "127.255.0.9",
                "169.254.0.1",
                "169.254.169.254",
                "169.254.170.2",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.1",
                "192.0.0.192",
                "192.0.2.1",
                "192.88.99.1",
                "192.168.1.1",
                "198.18.0.1",
                "198.19.255.255",
                "198.51.100.7",
                "203.0.113.9",
                "224.0.0.1",
                "239.255.255.255",
                "240.0.0.1",
                "255.255.255.255",
                "100.100.100.200",
                "168.63.129.16"
            })
    void ipv4Address_thatIsNotPublic_isRefused(String address) {
        assertThat(refusal(STRICT, "https://" + address + "/")).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "::",
                "::1",
                "fc00::1",
                "fd12:3456::1",
                "fe80::1",
                "febf::1",
                "fec0::1",
                "ff02::1",
                "2001:db8::1",
                "3fff::1",
                "100::1",
                "64:ff9b:1::1",
                "2001:2::1",
                "2001:10::1",
                "2001:20::1",
                "5f00::1",
                "fd00:ec2::254",
                "fd20:ce::254",
                "4000::1",
                "0:0:0:0:0:0:0:1",
                "1234::1"
            })
    void ipv6Address_thatIsNotPublic_isRefused(String address) {
        assertThat(refusal(STRICT, "https://[" + address + "]/")).isNotNull();
    }

    @ParameterizedTest(name = "{0} leads to {1}")
    @CsvSource({
        "::ffff:127.0.0.1, 127.0.0.1",
        "::ffff:7f00:1, 127.0.0.1",
        "::ffff:169.254.169.254, metadata",
        "::127.0.0.1, 127.0.0.1",
        "::a00:1, 10.0.0.1",
        "::ffff:0:10.0.0.1, 10.0.0.1",
        "2002:7f00:1::, 127.0.0.1",
        "2002:a9fe:a9fe::1, metadata",
        "2001:0:7f00:1:0:0:f5ff:fffe, both of Teredo",
        "2001:0:808:808:0:0:f5ff:fffe, the client of Teredo",
        "2001:0:a00:1:0:0:f7f7:f7f7, the server of Teredo",
        "64:ff9b::127.0.0.1, 127.0.0.1",
        "64:ff9b::a9fe:a9fe, metadata",
        "2606:4700::5efe:10.0.0.1, ISATAP",
        "2606:4700::200:5efe:7f00:1, ISATAP with the universal bit"
    })
    void ipv6Address_thatCarriesOneThatIsNotPublic_isRefused(String address, String why) {
        assertThat(refusal(STRICT, "https://[" + address + "]/")).as(why).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://8.8.8.8/",
                "https://1.1.1.1:8443/x",
                "https://[2606:4700:4700::1111]/",
                "https://100.128.0.1/",
                "https://172.32.0.1/",
                "https://[64:ff9b::808:808]/",
                "https://[2002:808:808::1]/",
                "https://[::ffff:8.8.8.8]/",
                "https://[2001:0:808:808:0:0:f7f7:f7f7]/",
                "https://9.255.255.255/",
                "https://11.0.0.0/",
                "https://223.255.255.255/",
                "https://example.org/"
            })
    void publicTarget_byHttps_isAllowed(String uri) {
        assertThat(refusal(STRICT, uri)).isNull();
    }

    @Test
    void configuredNat64Prefix_ofEachLength_isJudgedByWhatItCarries() {
        assertThat(refusal(nat64("2001:4860:64::/96"), "https://[2001:4860:64::a00:1]/"))
                .isNotNull();
        assertThat(refusal(nat64("2001:4860:64::/96"), "https://[2001:4860:64::808:808]/"))
                .isNull();
        assertThat(refusal(nat64("2001:4860::/32"), "https://[2001:4860:a00:1::]/"))
                .isNotNull();
        assertThat(refusal(nat64("2001:4860:6400::/40"), "https://[2001:4860:640a:0:1::]/"))
                .isNotNull();
        assertThat(refusal(nat64("2001:4860:64::/48"), "https://[2001:4860:64:a00:0:100::]/"))
                .isNotNull();
        assertThat(refusal(nat64("2001:4860:64:ab00::/56"), "https://[2001:4860:64:ab0a:0:1::]/"))
                .isNotNull();
        assertThat(refusal(nat64("2001:4860:64:abcd::/64"), "https://[2001:4860:64:abcd:a:0:100::]/"))
                .isNotNull();
        assertThat(refusal(STRICT, "https://[2001:4860:64::a00:1]/")).isNull();
    }

    private static EgressPolicy nat64(String prefix) {
        return EgressPolicy.builder().nat64Prefix(prefix).build();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://localhost/",
                "https://LOCALHOST/",
                "https://localhost./",
                "https://a.localhost/",
                "https://metadata.google.internal/",
                "https://metadata/",
                "https://Metadata.Goog./",
                "https://instance-data/"
            })
    void name_thatIsKnownToLeadInwards_isRefusedUnresolved(String uri) {
        assertThat(refusal(STRICT, uri)).isNotNull();
    }

    @Test
    void plainHttp_isForLoopbackByFlagOnly() throws Exception {
        EgressPolicy local = EgressPolicy.builder().allowLoopback().build();
        assertThat(refusal(STRICT, "http://8.8.8.8/")).isEqualTo("it is not https");
        assertThat(refusal(STRICT, "http://127.0.0.1/")).isNotNull();
        assertThat(refusal(local, "http://127.0.0.1/")).isNull();
        assertThat(refusal(local, "http://[::1]/")).isNull();
        assertThat(refusal(local, "http://localhost/")).isNull();
        assertThat(refusal(local, "http://8.8.8.8/")).isEqualTo("it is not https");
        assertThat(refusal(local, "https://10.0.0.1/")).isNotNull();
        assertThat(local.refusal(InetAddress.getByName("8.8.8.8"), false)).isEqualTo("it is not https");
        assertThat(refusal(EgressPolicy.builder().allowPlainHttp().build(), "http://8.8.8.8/"))
                .isNull();
    }

    @Test
    void lists_ofHostsAndPorts_refuseAllOthers() {
        EgressPolicy listed = EgressPolicy.builder()
                .allowHost("Api.Example.org")
                .allowHostsBelow("tools.example.net")
                .allowPort(443)
                .build();
        assertThat(refusal(listed, "https://api.example.org/x")).isNull();
        assertThat(refusal(listed, "https://API.EXAMPLE.ORG./x")).isNull();
        assertThat(refusal(listed, "https://a.b.tools.example.net/")).isNull();
        assertThat(refusal(listed, "https://tools.example.net/")).isNotNull();
        assertThat(refusal(listed, "https://eviltools.example.net/")).isNotNull();
        assertThat(refusal(listed, "https://api.example.org.evil.net/")).isNotNull();
        assertThat(refusal(listed, "https://api.example.org:8443/")).isNotNull();
        assertThat(refusal(listed, "https://8.8.8.8/")).isNotNull();
    }

    @Test
    void network_thatIsAllowed_opensItselfButNeverMetadata() {
        EgressPolicy open = EgressPolicy.builder()
                .allowNetwork("10.20.0.0/16")
                .allowNetwork("169.254.0.0/16")
                .allowNetwork("fd00::/8")
                .build();
        assertThat(refusal(open, "https://10.20.3.4/")).isNull();
        assertThat(refusal(open, "https://[::ffff:10.20.3.4]/")).isNull();
        assertThat(refusal(open, "https://10.21.0.1/")).isNotNull();
        assertThat(refusal(open, "https://169.254.7.7/")).isNull();
        assertThat(refusal(open, "https://169.254.169.254/")).isNotNull();
        assertThat(refusal(open, "https://[fd00:ec2::254]/")).isNotNull();
        assertThat(refusal(open, "https://[fd00::7]/")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/", "::/129", "x/8", "10.0.0.0/-1", "010.0.0.0/8"})
    void network_thatIsNone_isRefused(String range) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EgressPolicy.builder().allowNetwork(range));
    }

    @Test
    void builder_refusesWhatIsNoHostPortOrPrefix() {
        EgressPolicy.Builder builder = EgressPolicy.builder();
        assertThatIllegalArgumentException().isThrownBy(() -> builder.allowHost("https://example.org"));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.allowHost("example.org/x"));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.allowHost("0x7f.1"));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.allowHost(""));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.allowPort(0));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.allowPort(65536));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.nat64Prefix("10.0.0.0/8"));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.nat64Prefix("2001:db8::/33"));
    }

    @Test
    void policies_ofTheSameSettings_areEqual() {
        assertThat(EgressPolicy.builder()
                        .allowNetwork("10.0.0.0/8")
                        .allowHost("::1")
                        .build())
                .isEqualTo(EgressPolicy.builder()
                        .allowNetwork("10.0.0.0/8")
                        .allowHost("[::1]")
                        .build())
                .hasSameHashCodeAs(EgressPolicy.builder()
                        .allowNetwork("10.0.0.0/8")
                        .allowHost("::1")
                        .build())
                .isNotEqualTo(EgressPolicy.strict());
    }

    private static String refusal(EgressPolicy policy, String uri) {
        return policy.refusal(Target.of(URI.create(uri)));
    }
}
