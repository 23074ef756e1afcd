package dev.harbor.examples.approvals;

import java.io.IOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Is a browser without a screen and without scripts: it keeps cookies, follows links, and sends the forms of the page that it is on. */
final class Browsing {

    private static final Pattern FORM =
            Pattern.compile("<form method=post(?: action=\"([^\"]*)\")?>(.*?)</form>", Pattern.DOTALL);
    private static final Pattern HIDDEN = Pattern.compile("<input type=hidden name=(\\w+) value=\"([^\"]*)\">");

    private final HttpClient client = HttpClient.newBuilder()
            .cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_ALL))
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();

    private URI place = URI.create("about:blank");
    private final StringBuilder seen = new StringBuilder();
    private String page = "";

    String open(URI address) {
        return send(HttpRequest.newBuilder(address).build());
    }

    String page() {
        return page;
    }

    /** Returns every page that was ever shown here. */
    String seen() {
        return seen.toString();
    }

    /** Sends the form that has a button, with whatever else is filled in. */
    String press(String button, String value, Map<String, String> filledIn) {
        Matcher form = FORM.matcher(page);
        while (form.find()) {
            if (form.group(2).contains("name=" + button + " value=" + value)
                    || form.group(2).contains("name=" + button + " value=\"" + value + "\"")) {
                Map<String, String> fields = new LinkedHashMap<>();
                Matcher hidden = HIDDEN.matcher(form.group(2));
                while (hidden.find()) {
                    fields.put(hidden.group(1), plain(hidden.group(2)));
                }
                fields.putAll(filledIn);
                fields.put(button, value);
                return post(form.group(1) == null ? place : place.resolve(form.group(1)), fields);
            }
        }
        throw new AssertionError("there is no button " + button + "=" + value + " on " + page);
    }

    String post(URI to, Map<String, String> fields) {
        StringBuilder body = new StringBuilder();
        fields.forEach((name, value) -> body.append(body.length() == 0 ? "" : "&")
                .append(name)
                .append('=')
                .append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
        return send(HttpRequest.newBuilder(to)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
                .build());
    }

    /** Returns where a link of the page leads. */
    URI link(String id) {
        Matcher link = Pattern.compile("<a id=" + id + " href=\"([^\"]*)\"").matcher(page);
        if (!link.find()) {
            throw new AssertionError("there is no link " + id + " on " + page);
        }
        return URI.create(plain(link.group(1)));
    }

    private static String plain(String html) {
        return html.replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&");
    }

    private String send(HttpRequest request) {
        try {
            HttpResponse<String> reply = client.send(request, HttpResponse.BodyHandlers.ofString());
            place = reply.uri();
            page = reply.body();
            seen.append(page);
            return page;
        } catch (IOException e) {
            throw new AssertionError("the page did not come", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
