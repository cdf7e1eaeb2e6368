import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const PACKAGE = "cdktf-outreach";

/** The version of this package in the lock file of a package manager. */
export interface LockedVersion {
  readonly version: string;
  readonly file: string;
  /** The command that installs the versions of the lock file. */
  readonly command: string;
}

interface LockFile {
  readonly name: string;
  readonly command: string;
  /** Returns the versions of this package in the text of the lock file. Throws if the text is not valid. */
  readonly versionsIn: (text: string) => string[];
}

const LOCK_FILES: readonly LockFile[] = [
  { name: "npm-shrinkwrap.json", command: "npm ci", versionsIn: versionsInNpm },
  { name: "package-lock.json", command: "npm ci", versionsIn: versionsInNpm },
  { name: "pnpm-lock.yaml", command: "pnpm install --frozen-lockfile", versionsIn: versionsInPnpm },
  { name: "yarn.lock", command: "yarn install", versionsIn: versionsInYarn },
];

/**
 * Returns the version in the nearest lock file of npm, pnpm or Yarn, in this folder or in one above it, if
 * the file has other versions than the installed one. Otherwise, and if that is unknown, returns undefined.
 */
export function differentLockedVersion(folder: string, installed: string): LockedVersion | undefined {
  const locked = lockFilesNear(resolve(folder)).flatMap(([file, { command, versionsIn }]) =>
    readVersions(file, versionsIn).map((version) => ({ version, file, command })),
  );
  return locked.some(({ version }) => version === installed) ? undefined : locked[0];
}

/** Returns the lock files of the nearest folder that has any. npm reads no lock file beside a shrinkwrap. */
function lockFilesNear(folder: string): [path: string, LockFile][] {
  const found = LOCK_FILES.map((lock): [string, LockFile] => [join(folder, lock.name), lock]).filter(
    ([path]) => existsSync(path),
  );
  const parent = dirname(folder);
  if (found.length === 0) return parent === folder ? [] : lockFilesNear(parent);
  const hasShrinkwrap = found[0]![1].name === "npm-shrinkwrap.json";
  return found.filter(([, { name }]) => !(hasShrinkwrap && name === "package-lock.json"));
}

function readVersions(file: string, versionsIn: LockFile["versionsIn"]): string[] {
  try {
    const text = readFileSync(file, "utf8").replaceAll("\r\n", "\n");
    // Lock files may have megabytes, and most of them need not be parsed.
    return text.includes(PACKAGE) ? versionsIn(text).filter((version) => /^\d+\.\d+\.\d+/.test(version)) : [];
  } catch {
    return [];
  }
}

interface NpmEntry {
  readonly name?: string;
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, NpmEntry>>;
}

/** Returns the versions in a lock file of npm. Since npm 7, it lists all packages by their paths. */
function versionsInNpm(text: string): string[] {
  const lock = JSON.parse(text) as NpmEntry & { readonly packages?: Readonly<Record<string, NpmEntry>> };
  if (lock.packages === undefined) return versionsBelow(lock);
  return Object.entries(lock.packages).flatMap(([path, { name, version }]) => {
    const [, folder] = /(?:^|\/)node_modules\/([^/]+)$/.exec(path) ?? [];
    return folder !== undefined && (name ?? folder) === PACKAGE && version !== undefined ? [version] : [];
  });
}

function versionsBelow({ dependencies = {} }: NpmEntry): string[] {
  return Object.entries(dependencies).flatMap(([name, entry]) => [
    ...(name === PACKAGE && entry.version !== undefined ? [entry.version] : []),
    ...versionsBelow(entry),
  ]);
}

/** Matches an entry of pnpm, whose key begins with `/` up to version 8, and the version of a local package. */
const PNPM_ENTRY = /^ {2}['"]?\/?cdktf-outreach[@/]([^\s:'"(_]+).*\n(?:(?: {4}.*\n)*? {4}version: (\S+)$)?/gm;

function versionsInPnpm(text: string): string[] {
  return Array.from(text.matchAll(PNPM_ENTRY), ([, key, version]) => version ?? key!);
}

/** Matches an entry of Yarn 1 or of a later version: all ranges that it satisfies, and its version. */
const YARN_ENTRY = /^(["\w@].*):\n {2}version:? "?([^\s"]+)"?$/gm;
/** Matches a range of this package, also under another name, but not a folder of the project. */
const YARN_RANGE = /(?:^|[" ,]|@npm:)cdktf-outreach@(?!workspace:|link:|portal:)/;

function versionsInYarn(text: string): string[] {
  return Array.from(text.matchAll(YARN_ENTRY)).flatMap(([, ranges, version]) =>
    YARN_RANGE.test(ranges!) ? [version!] : [],
  );
}
