// ---------------------------------------------------------------------------------------------------------------------
// Tests: files named *.test.js, run by “fleetdeck test”

type Async<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Waited<Result>>
    : never
}
type Waited<Result> = Result extends UiElement ? TestElement : Result extends UiElement[] ? TestElement[] : Result
/** An element of the screen, with a promise for each of its methods. */
type TestElement = {
  [Name in keyof UiElement]: UiElement[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Waited<Result>>
    : UiElement[Name]
}
/** The phone of a test: the functions of `device`, each with a promise. */
interface TestPhone extends Async<DeviceFunctions> {
  /** Its device number. */
  readonly number: string
}
/** The calls for shared data. */
type SharedData = Omit<
  EcloudFunctions,
  'log' | 'getDeviceNo' | 'getDeviceId' | 'getCloudUrl' | 'getTaskInfo' | 'removeScriptFile'
>
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
  data: Async<SharedData>
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
