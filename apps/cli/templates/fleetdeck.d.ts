// Types of the functions that scripts and their tests can use. “fleetdeck init” renews this file.

// ---------------------------------------------------------------------------------------------------------------------
// Everywhere in a script

/** Waits for so many milliseconds. */
declare function sleep(ms: number): void
/** A debug line of the phone’s log and of the run. */
declare function logd(...values: unknown[]): void
/** A line of the phone’s log and of the run. */
declare function logi(...values: unknown[]): void
/** A warning in the phone’s log and in the run. */
declare function logw(...values: unknown[]): void
/** An error line of the phone’s log and of the run. */
declare function loge(...values: unknown[]): void
declare function setTimeout(act: (...args: any[]) => void, ms?: number, ...args: unknown[]): number
declare function setInterval(act: (...args: any[]) => void, ms: number, ...args: unknown[]): number
declare function clearTimeout(id: number | undefined): void
declare function clearInterval(id: number | undefined): void
/** The same as logd, logi, logw and loge. */
declare const console: Record<'debug' | 'log' | 'info' | 'warn' | 'error', (...values: unknown[]) => void>

// ---------------------------------------------------------------------------------------------------------------------
// ecloud: the task, the phone and shared data

interface EcloudTaskInfo {
  taskId: number
  taskName: string
  runId: string
  round: number
  sort: number
  execType: number
  scriptId: number
  scriptName: string
  scriptUrl: string
  scriptVersion: string
  scriptMd5: string
  cacheScript: number
  /** The parameters by key. */
  valueJson: Record<string, any>
}
interface EcloudItem {
  id: number
  name: string
  content: string
}
/** The group, and the item’s name. */
interface EcloudItemName {
  groupName: string
  dataName: string
}
/** 1 oldest, 2 newest, 3 random. */
type EcloudGetType = 1 | 2 | 3
interface EcloudColumn {
  columnInfo: string
  columnName: string
  columnSize: number
}
interface EcloudSelection {
  tableNameEn: string
  /** Column: value. */
  search?: Record<string, string>
  /** Such as ` and age like '2%'`. */
  query?: string
}
interface EcloudTableResult {
  result: { data?: any; msg?: string }
}
/** 1 text, 2 set, 3 list. */
type EcloudCacheType = 1 | 2 | 3
interface EcloudCacheDraft {
  cacheKey: string
  dataType: EcloudCacheType
  content: string | string[]
  /** Seconds; none: never. */
  expireTime?: number
}
interface EcloudCacheLine {
  cacheKey: string
  content: string
}

/** Calls for shared data. A returned number above 0 means success. */
interface EcloudData {
  getData(query: { groupName: string; dataName?: string }): EcloudItem[]
  /** Contents, which are removed from the group. */
  getDataPop(query: { groupName: string; dataName?: string; getType: EcloudGetType; size: number }): string[]
  /** The group is created if it is missing. */
  addData(item: EcloudItemName & { content: string }): number
  updateData(item: EcloudItemName & { content: string }): number
  /** Without dataName all items of the group. */
  removeData(query: { groupName: string; dataName?: string }): number
  appendOneLineData(item: EcloudItemName & { content: string }): number
  removeOneLineData(item: EcloudItemName & { content: string }): number
  /** Items that are not acknowledged in time return to the group. */
  leaseData(query: { groupName: string; getType?: EcloudGetType; size: number; seconds: number }): {
    leaseId: string
    items: EcloudItem[]
  }
  ackData(lease: { leaseId: string; ids?: number[] }): number
  returnData(lease: { leaseId: string; ids?: number[] }): number
  /** Missing columns are removed. Every column is a text. */
  dynamicCreateTable(table: { tableName: string; tableNameEn: string; columns: EcloudColumn[] }): EcloudTableResult
  dynamicQuery(
    query: EcloudSelection & {
      /** -1 for all rows. */
      pageNumber?: number
      pageSize?: number
      /** Such as `name,age`. */
      fields?: string
      /** Such as `order by id desc`. */
      order?: string
    },
  ): EcloudTableResult
  dynamicAdd(row: { tableNameEn: string; columns: Record<string, string> }): EcloudTableResult
  dynamicUpdate(change: EcloudSelection & { columns: Record<string, string> }): EcloudTableResult
  dynamicRemove(selection: EcloudSelection): EcloudTableResult
  /** 0 when the key already exists. */
  addCache(cache: EcloudCacheDraft): number
  getCache(query: { cacheKey: string }): { dataType: EcloudCacheType; content: any } | null
  updateCache(cache: EcloudCacheDraft): number
  updateCacheExpire(cache: { cacheKey: string; expireTime: number }): number
  /** Remaining seconds, negative for never, 0 when the key does not exist. */
  getCacheExpire(query: { cacheKey: string }): number
  removeCache(query: { cacheKey: string }): number
  appendOneLineCache(line: EcloudCacheLine): number
  removeOneLineCache(line: EcloudCacheLine): number
  /** The new value. */
  incrementCache(counter: { cacheKey: string; step?: number }): number
  decrementCache(counter: { cacheKey: string; step?: number }): number
  /** The removed line, or null. */
  popPushCache(move: { cacheKey: string; getType?: EcloudGetType; pushKey?: string; content?: string }): {
    content: string
  } | null
}

declare const ecloud: EcloudData & {
  /** Like logi. */
  log(...values: unknown[]): void
  /** Empty while the phone is unassigned. */
  getDeviceNo(): string
  /** The phone’s own identity. */
  getDeviceId(): string
  /** The server’s address. */
  getCloudUrl(): string
  getTaskInfo(): EcloudTaskInfo
  /** The next run downloads the script again. */
  removeScriptFile(): void
}

// ---------------------------------------------------------------------------------------------------------------------
// device: this phone. Positions are pixels from the upper left corner.

type DeviceKey =
  | 'back'
  | 'home'
  | 'recent'
  | 'power'
  | 'lock'
  | 'unlock'
  | 'enter'
  | 'backspace'
  | 'tab'
  | 'left'
  | 'volume_up'
  | (string & {})
interface DeviceArea {
  x?: number
  y?: number
  width?: number
  height?: number
  /** Largest difference of red, green and blue, 0 to 255. */
  tolerance?: number
}
interface DeviceText {
  text: string
  x: number
  y: number
  width: number
  height: number
}
interface DeviceElement extends DeviceText {
  id: string
}
interface DeviceFunctions {
  /** Of the screen in its current rotation. */
  size(): { width: number; height: number }
  tap(x: number, y: number): void
  /** 800 ms by default. */
  longTap(x: number, y: number, ms?: number): void
  /** 300 ms by default. */
  swipe(x1: number, y1: number, x2: number, y2: number, ms?: number): void
  /** Types at the cursor. */
  text(words: string): void
  key(name: DeviceKey): void
  /** scale and quality in percent; jpeg in base64. */
  screenshot(options?: { scale?: number; quality?: number }): { width: number; height: number; jpeg: string }
  /** `#rrggbb` */
  color(x: number, y: number): string
  /** The first pixel, row by row. */
  findColor(color: string, area?: DeviceArea): { x: number; y: number } | null
  /** That part of the screen as a PNG in base64. */
  cut(x: number, y: number, width: number, height: number): string
  /** The centre and size of the first match of a PNG or JPEG in base64; share: the fraction that must match. */
  findPicture(
    picture: string,
    area?: DeviceArea & { share?: number },
  ): { x: number; y: number; width: number; height: number } | null
  texts(): DeviceText[]
  /** The centre of the first text that contains the words. */
  findText(words: string): { text: string; x: number; y: number } | null
  /** Elements with a text or an id. */
  parts(): DeviceElement[]
  /** The centre of the first element with this id, `com.example.shop:id/buy` or short `buy`. */
  findId(id: string): { id: string; text: string; x: number; y: number } | null
  /** By its id or name. */
  launch(app: string): void
  /** The output of a command line. */
  shell(line: string): string
  status(): { battery?: number; charging?: boolean; availMemory?: number; [value: string]: unknown }
  clipboard(): string
  setClipboard(words: string): void
}
declare const device: DeviceFunctions

// ---------------------------------------------------------------------------------------------------------------------
// http: external calls. Only hosts of the site’s parameter script.httpHosts are allowed.

interface HttpRequest {
  url: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD'
  headers?: Record<string, string>
  body?: string | Record<string, unknown> | unknown[] | null
  /** Milliseconds, 30,000 by default. */
  timeout?: number
}
declare const http: {
  request(request: string | HttpRequest): { status: number; headers: Record<string, string>; body: string }
}

// ---------------------------------------------------------------------------------------------------------------------
// Tests: files named *.test.js, run by “fleetdeck test”

type Async<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Result>
    : never
}
/** The phone of a test: the functions of `device`, each with a promise. */
interface TestPhone extends Async<DeviceFunctions> {
  /** Its device number. */
  readonly number: string
}
interface LogLine {
  level: 'debug' | 'info' | 'warn' | 'error'
  msg: string
  time: number
}
interface ScriptResult {
  state: 'succeeded' | 'failed' | 'stopped'
  /** The value of the last statement as a text. */
  result: string
  /** The error that the script ended with; empty if it succeeded. */
  error: string
  /** What the script and the phone wrote. */
  logs: LogLine[]
}
interface TestTools {
  /** A new simulated phone. */
  phone: TestPhone
  /** Runs a script on the phone until it ends. The file’s path starts at the folder of the test. */
  run(file: string, options?: { params?: Record<string, string | string[]> }): Promise<ScriptResult>
  /** Shared data of the phone’s owner, which only this test uses. */
  data: Async<EcloudData>
  /** Another phone of the same owner. */
  addPhone(): Promise<TestPhone & Pick<TestTools, 'run'>>
}
declare function test(name: string, body: (tools: TestTools) => Promise<void>): void
declare function test(name: string, options: { seconds?: number }, body: (tools: TestTools) => Promise<void>): void

interface Expectation<Result = void> {
  not: Expectation<Result>
  /** The opposite of `not`, for promises. */
  resolves: Expectation<Promise<void>>
  rejects: Expectation<Promise<void>>
  toBe(value: unknown): Result
  toEqual(value: unknown): Result
  toMatchObject(value: object): Result
  toMatch(pattern: string | RegExp): Result
  toContain(value: unknown): Result
  toContainEqual(value: unknown): Result
  toHaveLength(length: number): Result
  toBeTruthy(): Result
  toBeFalsy(): Result
  toBeNull(): Result
  toBeUndefined(): Result
  toBeDefined(): Result
  toBeGreaterThan(value: number): Result
  toBeGreaterThanOrEqual(value: number): Result
  toBeLessThan(value: number): Result
  toBeLessThanOrEqual(value: number): Result
  toBeCloseTo(value: number, digits?: number): Result
  toThrow(message?: string | RegExp): Result
  /** For a phone: its screen shows a text that contains these words, within some seconds. */
  toShowText(words: string): Promise<void>
  /** For a phone: its screen has this element, within some seconds. */
  toShowElement(id: string): Promise<void>
  /** For a phone: its screen has this size in pixels. */
  toHaveScreenSize(width: number, height: number): Promise<void>
  /** For a phone: the pixel has this colour, within some seconds. */
  toHaveColor(x: number, y: number, color: string, tolerance?: number): Promise<void>
  /** For the result of a run: a line contains these words, or matches. */
  toHaveLogged(words: string | RegExp): Result
}
declare function expect(value: unknown, message?: string): Expectation
