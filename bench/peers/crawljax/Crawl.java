import com.crawljax.browser.EmbeddedBrowser;
import com.crawljax.browser.WebDriverBackedEmbeddedBrowser;
import com.crawljax.core.CrawljaxRunner;
import com.crawljax.core.configuration.BrowserConfiguration;
import com.crawljax.core.configuration.CrawlRules;
import com.crawljax.core.configuration.CrawljaxConfiguration;
import com.crawljax.core.plugin.OnNewStatePlugin;
import com.google.common.collect.ImmutableSortedSet;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/**
 * Crawls with Crawljax as it is by default, without limits of depth and states, and writes down the
 * document of every state and a dot for every event.
 *
 * <p>Arguments: address, seconds, browser, chromedriver, folder for what was seen.
 */
public final class Crawl {
  private static Path folder;
  private static int kept = 0;

  public static void main(String[] args) {
    folder = Path.of(args[4]);
    CrawljaxConfiguration.CrawljaxConfigurationBuilder builder =
        CrawljaxConfiguration.builderFor(args[0]);
    builder.setUnlimitedCrawlDepth();
    builder.setUnlimitedStates();
    builder.setMaximumRunTime(Long.parseLong(args[1]), TimeUnit.SECONDS);
    builder.setOutputDirectory(new File(args[4], "crawljax"));
    builder.crawlRules().clickDefaultElements();
    builder.addPlugin((OnNewStatePlugin) (context, state) -> keep(state.getDom()));
    // Its own way of starting a browser would download a driver.
    builder.setBrowserConfig(
        new BrowserConfiguration(
            EmbeddedBrowser.BrowserType.CHROME_HEADLESS, 1, () -> counting(browser(args[2], args[3]))));
    new CrawljaxRunner(builder.build()).call();
    System.exit(0);
  }

  private static EmbeddedBrowser browser(String program, String driver) {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(program);
    options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--remote-allow-origins=*");
    ChromeDriverService service =
        new ChromeDriverService.Builder().usingDriverExecutable(new File(driver)).build();
    return WebDriverBackedEmbeddedBrowser.withDriver(
        new ChromeDriver(service, options),
        ImmutableSortedSet.of(),
        CrawlRules.DEFAULT_WAIT_AFTER_RELOAD,
        CrawlRules.DEFAULT_WAIT_AFTER_EVENT);
  }

  private static EmbeddedBrowser counting(EmbeddedBrowser browser) {
    return (EmbeddedBrowser)
        Proxy.newProxyInstance(
            Crawl.class.getClassLoader(),
            new Class<?>[] {EmbeddedBrowser.class},
            (proxy, method, args) -> {
              if (method.getName().equals("fireEventAndWait")) write("events", ".", true);
              try {
                return method.invoke(browser, args);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  private static synchronized void keep(String html) {
    write(kept++ + ".html", html, false);
  }

  private static void write(String name, String text, boolean append) {
    try {
      Files.writeString(
          folder.resolve(name),
          text,
          StandardOpenOption.CREATE,
          append ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING);
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }
}
