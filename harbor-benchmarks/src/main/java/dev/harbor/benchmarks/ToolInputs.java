package dev.harbor.benchmarks;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** A hundred argument types, each for one tool as in a real service: a type that was seen before would cost next to nothing. */
final class ToolInputs {

    private ToolInputs() {}

    static List<Class<?>> hundred() {
        return Arrays.stream(ToolInputs.class.getDeclaredClasses())
                .filter(type -> type.getSimpleName().matches("A[0-9]{2}"))
                .sorted(Comparator.comparing(Class::getSimpleName))
                .toList();
    }

    enum Kind {
        SMALL,
        LARGE
    }

    record Address(String street, String city, Optional<String> country) {}

    record Line(String article, int count, long cents) {}

    /** What every one of the tools answers. */
    record Answer(String id, boolean done, List<String> notes) {}

    record A00(String id) {}

    record A01(String id, int count) {}

    record A02(String customer, long cents, Kind kind) {}

    record A03(String city, int days, boolean detailed) {}

    record A04(List<String> names, Optional<String> filter) {}

    record A05(String path, long offset, long length) {}

    record A06(Address address, String note) {}

    record A07(Map<String, Integer> stock, LocalDate day) {}

    record A08(UUID order, List<Line> lines) {}

    record A09(Instant from, Instant until, Set<Kind> kinds, Optional<Address> place) {}

    record A10(String id) {}

    record A11(String id, int count) {}

    record A12(String customer, long cents, Kind kind) {}

    record A13(String city, int days, boolean detailed) {}

    record A14(List<String> names, Optional<String> filter) {}

    record A15(String path, long offset, long length) {}

    record A16(Address address, String note) {}

    record A17(Map<String, Integer> stock, LocalDate day) {}

    record A18(UUID order, List<Line> lines) {}

    record A19(Instant from, Instant until, Set<Kind> kinds, Optional<Address> place) {}

    record A20(String id) {}

    record A21(String id, int count) {}

    record A22(String customer, long cents, Kind kind) {}

    record A23(String city, int days, boolean detailed) {}

    record A24(List<String> names, Optional<String> filter) {}

    record A25(String path, long offset, long length) {}

    record A26(Address address, String note) {}

    record A27(Map<String, Integer> stock, LocalDate day) {}

    record A28(UUID order, List<Line> lines) {}

    record A29(Instant from, Instant until, Set<Kind> kinds, Optional<Address> place) {}

    record A30(String id) {}

    record A31(String id, int count) {}

    record A32(String customer, long cents, Kind kind) {}

    record A33(String city, int days, boolean detailed) {}

    record A34(List<String> names, Optional<String> filter) {}

    record A35(String path, long offset, long length) {}

    record A36(Address address, String note) {}

    record A37(Map<String, Integer> stock, LocalDate day) {}

    record A38(UUID order, List<Line> lines) {}

    record A39(Instant from, Instant until, Set<Kind> kinds, Optional<Address> place) {}

    record A40(String id) {}

    record A41(String id, int count) {}

    record A42(String customer, long cents, Kind kind) {}

    record A43(String city, int days, boolean detailed) {}

    record A44(List<String> names, Optional<String> filter) {}

    record A45(String path, long offset, long length) {}

    record A46(Address address, String note) {}

    record A47(Map<String, Integer> stock, LocalDate day) {}

    record A48(UUID order, List<Line> lines) {}

    record A49(Instant from, Instant until, Set<Kind> kinds, Optional<Address> place) {}

    record A50(String id) {}

    record A51(String id, int count) {}

    record A52(String customer, long cents, Kind kind) {}

    record A53(String city, int days, boolean detailed) {}

    record A54(List<String> names, Optional<String> filter) {}

    record A55(String path, long offset, long length) {}

    record A56(Address address, String note) {}

    record A57(Map<String, Integer> stock, LocalDate day) {}

    record A58(UUID order, List<Line> lines) {}

    record A59(Instant from, Instant until, Set<Kind> kinds, Optional<Address> place) {}

    record A60(String id) {}

    record A61(String id, int count) {}

    record A62(String customer, long cents, Kind kind) {}

    record A63(String city, int days, boolean detailed) {}

    record A64(List<String> names, Optional<String> filter) {}

    record A65(String path, long offset, long length) {}

    record A66(Address address, String note) {}

    record A67(Map<String, Integer> stock, LocalDate day) {}

    record A68(UUID order, List<Line> lines) {}

    record A69(Instant from, Instant until, Set<Kind> kinds, Optional<Address> place) {}

    record A70(String id) {}

    record A71(String id, int count) {}

    record A72(String customer, long cents, Kind kind) {}

    record A73(String city, int days, boolean detailed) {}

    record A74(List<String> names, Optional<String> filter) {}

    record A75(String path, long offset, long length) {}

    record A76(Address address, String note) {}

    record A77(Map<String, Integer> stock, LocalDate day) {}

    record A78(UUID order, List<Line> lines) {}

    record A79(Instant from, Instant until, Set<Kind> kinds, Optional<Address> place) {}

    record A80(String id) {}

    record A81(String id, int count) {}

    record A82(String customer, long cents, Kind kind) {}

    record A83(String city, int days, boolean detailed) {}

    record A84(List<String> names, Optional<String> filter) {}

    record A85(String path, long offset, long length) {}

    record A86(Address address, String note) {}

    record A87(Map<String, Integer> stock, LocalDate day) {}

    record A88(UUID order, List<Line> lines) {}

    record A89(Instant from, Instant until, Set<Kind> kinds, Optional<Address> place) {}

    record A90(String id) {}

    record A91(String id, int count) {}

    record A92(String customer, long cents, Kind kind) {}

    record A93(String city, int days, boolean detailed) {}

    record A94(List<String> names, Optional<String> filter) {}

    record A95(String path, long offset, long length) {}

    record A96(Address address, String note) {}

    record A97(Map<String, Integer> stock, LocalDate day) {}

    record A98(UUID order, List<Line> lines) {}

    record A99(Instant from, Instant until, Set<Kind> kinds, Optional<Address> place) {}
}
