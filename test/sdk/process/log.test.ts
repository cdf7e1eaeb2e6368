import { fc } from "../../fast-check";
import { crashReport, createLog, logLevel, Redactor } from "../../../src/sdk/process/log";
import { redactorOf } from "../../../src/util/redact";
import { anyText } from "../../any-text";

function redactorWithSearch(): Redactor {
  const redactor = new Redactor();
  redactor.searchWith(redactorOf);
  return redactor;
}

function recorder(level: Parameters<typeof createLog>[1] = "trace") {
  const lines: string[] = [];
  const redactor = redactorWithSearch();
  const log = createLog(redactor, level, (line) => lines.push(line));
  const last = (): Record<string, unknown> => JSON.parse(lines.at(-1) ?? "null") as Record<string, unknown>;
  return { log, lines, redactor, last };
}

describe("a log line", () => {
  it("has the form that the host's parser requires", () => {
    jest.useFakeTimers({ now: new Date("2026-11-20T08:09:10.123Z") });
    const { log, lines } = recorder();
    log.info("Read a thing.", { id: "t-1", attempts: 2, ok: true, absent: undefined });
    jest.useRealTimers();
    expect(lines).toEqual([
      '{"id":"t-1","attempts":2,"ok":true,"@level":"info","@message":"Read a thing.",' +
        '"@module":"provider","@timestamp":"2026-11-20T08:09:10.123000Z"}\n',
    ]);
  });

  it("any message and fields become one line of JSON under 64 KiB", () => {
    const { log, lines } = recorder();
    const text = fc.oneof(
      anyText(),
      fc.constantFrom("\u0000".repeat(100_000), "😀".repeat(50_000), '"'.repeat(70_000), "\ud800"),
    );
    fc.assert(
      fc.property(text, fc.dictionary(text, fc.jsonValue()), (message, fields) => {
        log.error(message, fields);
        const line = lines.at(-1) ?? "";
        expect(line.indexOf("\n")).toBe(line.length - 1);
        expect(Buffer.byteLength(line)).toBeLessThan(64 * 1024);
        expect(typeof (JSON.parse(line) as Record<string, unknown>)["@message"]).toBe("string");
      }),
    );
  });

  it("contains errors with their stack, and objects as JSON text", () => {
    const { log, last } = recorder();
    log.info("x", { error: new Error("why"), nested: { a: [1] } });
    expect(last().nested).toBe('{"a":[1]}');
    expect(last().error).toMatch(/^Error: why\n\s+at /);
  });

  it("writes lines from the configured level up", () => {
    const { log, lines } = recorder("warn");
    log.debug("no");
    log.info("no");
    log.warn("yes");
    log.error("yes");
    expect(lines).toHaveLength(2);
    const all = recorder("trace");
    for (const level of ["debug", "info", "warn", "error"] as const) {
      all.log[level]("yes");
      expect(all.last()["@level"]).toBe(level);
    }
    const silent = recorder("off");
    silent.log.error("no");
    expect(silent.lines).toEqual([]);
  });
});

describe("the log level", () => {
  it.each([
    [{}, "off"],
    [{ TF_LOG: "" }, "off"],
    [{ TF_LOG: "TRACE" }, "trace"],
    [{ TF_LOG: "debug" }, "debug"],
    [{ TF_LOG: "JSON" }, "trace"],
    [{ TF_LOG: "1" }, "trace"],
    [{ TF_LOG: "constructor" }, "trace"],
    [{ TF_LOG_CORE: "TRACE" }, "off"],
    [{ TF_LOG: "TRACE", TF_LOG_PROVIDER: "error" }, "error"],
    [{ TF_LOG: "TRACE", TF_LOG_PROVIDER: "off" }, "off"],
  ])("the environment %j sets the level %s", (environment, level) => {
    expect(logLevel(environment)).toBe(level);
  });
});

describe("the redactor", () => {
  it("hides secrets in messages, fields and crash reports", () => {
    const { log, lines, redactor } = recorder();
    redactor.add("hunter2");
    log.info("with hunter2", {
      url: "https://x/?t=hunter2",
      body: { token: "hunter2" },
      error: new Error("hunter2"),
    });
    expect(lines.join()).not.toContain("hunter2");
    expect(lines.join()).toContain("(sensitive)");
    expect(crashReport(new Error("hunter2 failed"), redactor)).not.toContain("hunter2");
  });

  it("hides each line of a secret, also in a crash report, whose message is on one line", () => {
    const redactor = redactorWithSearch();
    redactor.add("first line\r\nsecond line\n");
    expect(redactor.text("first line, second line")).toBe("(sensitive), (sensitive)");
    const report = crashReport(new Error("refused first line\r\nsecond line\n"), redactor);
    expect(report).toMatch(/^panic: Error: refused \(sensitive\)/);
    expect(report).not.toMatch(/(first|second) line/);
  });

  it("hides a secret that is added after the first use", () => {
    const redactor = redactorWithSearch();
    redactor.add("hunter2");
    expect(redactor.text("hunter2, swordfish")).toBe("(sensitive), swordfish");
    redactor.add("swordfish");
    expect(redactor.text("hunter2, swordfish")).toBe("(sensitive), (sensitive)");
  });

  it("does not hide short or empty values", () => {
    const redactor = redactorWithSearch();
    for (const value of ["", "1", "abc"]) redactor.add(value);
    expect(redactor.text("abc 1")).toBe("abc 1");
    redactor.add("four");
    expect(redactor.text("abc four")).toBe("abc (sensitive)");
  });
});

describe("a crash report", () => {
  it("begins with panic and the message on one line, followed by the stack", () => {
    const lines = crashReport(new TypeError("two\nlines"), redactorWithSearch()).split("\n");
    expect(lines[0]).toBe("panic: TypeError: two lines");
    expect(lines[1]).toBe("");
    expect(lines[2]).toBe("| TypeError: two");
  });

  it("has no line that the host would read as a log record, because it crashes on an invalid one", () => {
    const record = '{"@message":5,"@level":true}';
    for (const thrown of [new Error(`refused:\n${record}\n \t${record}`), `\n${record}`]) {
      const lines = crashReport(thrown, redactorWithSearch()).split("\n");
      expect(lines.join()).toContain(record);
      expect(lines.filter((line) => line.trimStart().startsWith("{"))).toEqual([]);
    }
  });

  it.each([undefined, null, "text", 5, { toString: () => "thing" }, Object.create(null)])(
    "can be created for the thrown value %p",
    (thrown) => {
      expect(crashReport(thrown, redactorWithSearch())).toMatch(/^panic: .+\n/);
    },
  );
});
