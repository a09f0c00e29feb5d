// Types of the functions that scripts and their tests can use. “fleetdeck init” renews this file.

interface RetryOptions {
  /** calls altogether · 1–1000, default 3 */
  times?: number
  /** milliseconds · 0–2147483647, default 1000 */
  delay?: number
}

interface AskOptions {
  title?: string
  /** with choices the default is choice, otherwise text; the answer of a password is not stored */
  kind?: 'text' | 'number' | 'password' | 'confirm' | 'choice'
  choices?: (string | number)[]
  /** the result without an answer */
  default?: string | number | boolean
  placeholder?: string
  /** seconds, up to the time that the run has left · 1–3600, default 600 */
  timeout?: number
  /** true attaches the present screenshot, otherwise a PNG or JPEG in base64 of up to 512 KB */
  picture?: boolean | string
}

interface Size {
  width: number
  height: number
}

interface TouchOptions {
  /** like a person: a little beside the position, curved, with uneven speed */
  human?: boolean
  /** the same seed gives the same gesture · 0–4294967295 */
  seed?: number
}

interface DragOptions {
  /** milliseconds before it moves · 0–60000, default 600 */
  hold?: number
  /** milliseconds · 0–60000, default 500 */
  ms?: number
}

interface FingerPoint {
  /** px */
  x: number
  /** px */
  y: number
  /** milliseconds after the touch · 0–60000 */
  ms: number
}

interface PinchOptions {
  /** 0.1–10 */
  scale: number
  /** px */
  x?: number
  /** px */
  y?: number
  /** milliseconds · 0–60000, default 400 */
  ms?: number
}

type KeyName = 'back' | 'home' | 'recent' | 'power' | 'lock' | 'unlock' | 'backspace' | 'delete' | 'left' | 'right' | 'up' | 'down' | 'center' | 'esc' | 'return' | 'play_pause' | 'next' | 'previous' | 'app_switch' | 'menu' | 'search' | 'camera' | 'focus' | 'notification' | 'call' | 'endcall' | 'volume_up' | 'volume_down' | 'volume_mute' | 'mute' | 'brightness_up' | 'brightness_down' | 'sleep' | 'wakeup' | 'media_play_pause' | 'media_play' | 'media_pause' | 'media_stop' | 'media_next' | 'media_previous' | 'enter' | 'del' | 'forward_del' | 'tab' | 'space' | 'escape' | 'insert' | 'clear' | 'numpad_enter' | 'dpad_up' | 'dpad_down' | 'dpad_left' | 'dpad_right' | 'dpad_center' | 'page_up' | 'page_down' | 'move_home' | 'move_end' | 'cut' | 'copy' | 'paste' | 'star' | 'pound' | 'comma' | 'period' | 'minus' | 'equals' | 'slash' | 'backslash' | 'semicolon' | 'apostrophe' | 'left_bracket' | 'right_bracket' | 'grave' | 'at' | 'plus' | 'f1' | 'f2' | 'f3' | 'f4' | 'f5' | 'f6' | 'f7' | 'f8' | 'f9' | 'f10' | 'f11' | 'f12' | string

interface FrameOptions {
  /** milliseconds. An earlier look of up to this age is enough. · 0–600000, default 0 */
  maxAge?: number
  /** a frame of the video is enough, while one of at least ¾ of the screen’s width runs on a phone with scrcpy. The phone captures nothing then, but colours and edges are not exact. · default false */
  live?: boolean
}

interface Frame {
  width: number
  height: number
  /** milliseconds since 1970 */
  at: number
}

interface ScreenshotOptions {
  /** percent of the size · 1–100, default 100 */
  scale?: number
  /** percent · 1–100, default 80 */
  quality?: number
  /** default 'jpeg' */
  format?: 'jpeg' | 'png'
  /** instead of x, y, width and height, such as the bounds of an element */
  region?: Region
  /** px, default 0 */
  x?: number
  /** px, default 0 */
  y?: number
  /** px */
  width?: number
  /** px */
  height?: number
  /** milliseconds. An earlier look of up to this age is enough. · 0–600000, default 0 */
  maxAge?: number
  /** as elsewhere. Without it for JPEG. */
  live?: boolean
}

interface Region {
  /** -10000–10000 */
  x: number
  /** -10000–10000 */
  y: number
  /** -10000–10000 */
  width: number
  /** -10000–10000 */
  height: number
}

interface Screenshot {
  width: number
  height: number
  /** base64 */
  jpeg?: string
  /** base64 */
  png?: string
}

interface FindColorOptions {
  /** largest difference of red, green and blue · 0–255, default 0 */
  tolerance?: number
  /** instead of x, y, width and height, such as the bounds of an element */
  region?: Region
  /** px, default 0 */
  x?: number
  /** px, default 0 */
  y?: number
  /** px */
  width?: number
  /** px */
  height?: number
  /** milliseconds. An earlier look of up to this age is enough. · 0–600000, default 0 */
  maxAge?: number
  /** as elsewhere. Without it from a tolerance of 32 on. */
  live?: boolean
}

interface Point {
  x: number
  y: number
}

interface ColorPoint {
  /** px */
  x: number
  /** px */
  y: number
  /** #rrggbb */
  color: string
}

interface CompareColorsOptions {
  /** largest difference of red, green and blue · 0–255, default 0 */
  tolerance?: number
  /** milliseconds. An earlier look of up to this age is enough. · 0–600000, default 0 */
  maxAge?: number
  /** as elsewhere. Without it from a tolerance of 32 on. */
  live?: boolean
}

interface FindPictureOptions {
  /** least score, 0.8 if missing · 0–1 */
  threshold?: number
  /** difference of colours apart from brightness · 0–255, default 32 */
  tolerance?: number
  /** former name: threshold is share minus 0.1 · 0.1–1, default 0.9 */
  share?: number
  /** width of the screen that the image was cut from, if the image does not contain it · 1–10000 */
  screenWidth?: number
  /** instead of x, y, width and height, such as the bounds of an element */
  region?: Region
  /** px, default 0 */
  x?: number
  /** px, default 0 */
  y?: number
  /** px */
  width?: number
  /** px */
  height?: number
  /** milliseconds. An earlier look of up to this age is enough. · 0–600000, default 0 */
  maxAge?: number
  /** a frame of the video is enough, while one of at least ¾ of the screen’s width runs on a phone with scrcpy. The phone captures nothing then, but colours and edges are not exact. · default true */
  live?: boolean
}

interface PictureMatch {
  x: number
  y: number
  width: number
  height: number
  /** how similar it is, 0–1 */
  score: number
}

interface FindPicturesOptions {
  /** all matches of each image instead of the best one, up to 100 · default false */
  all?: boolean
  /** least score, 0.8 if missing · 0–1 */
  threshold?: number
  /** difference of colours apart from brightness · 0–255, default 32 */
  tolerance?: number
  /** former name: threshold is share minus 0.1 · 0.1–1, default 0.9 */
  share?: number
  /** width of the screen that the image was cut from, if the image does not contain it · 1–10000 */
  screenWidth?: number
  /** instead of x, y, width and height, such as the bounds of an element */
  region?: Region
  /** px, default 0 */
  x?: number
  /** px, default 0 */
  y?: number
  /** px */
  width?: number
  /** px */
  height?: number
  /** milliseconds. An earlier look of up to this age is enough. · 0–600000, default 0 */
  maxAge?: number
  /** a frame of the video is enough, while one of at least ¾ of the screen’s width runs on a phone with scrcpy. The phone captures nothing then, but colours and edges are not exact. · default true */
  live?: boolean
}

interface NamedPictureMatch {
  name: string | number
  x: number
  y: number
  width: number
  height: number
  /** how similar it is, 0–1 */
  score: number
}

interface WaitForChangeOptions {
  /** instead of x, y, width and height, such as the bounds of an element */
  region?: Region
  /** px, default 0 */
  x?: number
  /** px, default 0 */
  y?: number
  /** px */
  width?: number
  /** px */
  height?: number
  /** a frame of the video is enough, while one of at least ¾ of the screen’s width runs on a phone with scrcpy. The phone captures nothing then, but colours and edges are not exact. · default true */
  live?: boolean
  /** milliseconds · 0–60000, default 10000 */
  timeout?: number
  /** part of the region that has to change · 0–1, default 0.01 */
  threshold?: number
}

interface WaitForStillOptions {
  /** instead of x, y, width and height, such as the bounds of an element */
  region?: Region
  /** px, default 0 */
  x?: number
  /** px, default 0 */
  y?: number
  /** px */
  width?: number
  /** px */
  height?: number
  /** a frame of the video is enough, while one of at least ¾ of the screen’s width runs on a phone with scrcpy. The phone captures nothing then, but colours and edges are not exact. · default true */
  live?: boolean
  /** milliseconds · 0–60000, default 10000 */
  timeout?: number
  /** part of the region that may change · 0–1, default 0.01 */
  threshold?: number
  /** milliseconds without a change · 0–60000, default 500 */
  still?: number
}

interface OcrOptions {
  /** scale for finding lines; smaller is quicker and misses small text · 0.1–1 */
  scale?: number
  /** instead of x, y, width and height, such as the bounds of an element */
  region?: Region
  /** px, default 0 */
  x?: number
  /** px, default 0 */
  y?: number
  /** px */
  width?: number
  /** px */
  height?: number
  /** milliseconds. An earlier look of up to this age is enough. · 0–600000, default 0 */
  maxAge?: number
  /** a frame of the video is enough, while one of at least ¾ of the screen’s width runs on a phone with scrcpy. The phone captures nothing then, but colours and edges are not exact. · default true */
  live?: boolean
}

interface RecognisedText {
  text: string
  x: number
  y: number
  width: number
  height: number
  /** 0–1 */
  confidence: number
}

interface Selector {
  /** whole, or the part after its slash */
  id?: string
  /** equal, or found by a regular expression */
  text?: string | RegExp
  textContains?: string
  textStartsWith?: string
  /** found by a regular expression */
  textMatches?: string | RegExp
  /** the description, equal or found by a regular expression */
  desc?: string | RegExp
  descContains?: string
  /** found by a regular expression */
  descMatches?: string | RegExp
  /** whole, or the part after its last dot */
  className?: string
  package?: string
  clickable?: boolean
  longClickable?: boolean
  checkable?: boolean
  checked?: boolean
  enabled?: boolean
  focusable?: boolean
  focused?: boolean
  scrollable?: boolean
  selected?: boolean
  password?: boolean
  /** 0–1000 */
  depth?: number
  /** which of the matches, from 0. Negative from the end. · -1000–1000 */
  index?: number
  /** like index · -1000–1000 */
  instance?: number
  /** inside this part of the screen */
  bounds?: Region
  /** only elements on this side of near */
  direction?: 'left' | 'right' | 'above' | 'below'
  /** an element around it, at any depth */
  parent?: string | Selector
  /** an element within it, at any depth */
  child?: string | Selector
  /** the nearest to the first match come first */
  near?: string | Selector
}

interface FindOptions {
  /** milliseconds · 0–600000, default 0 */
  timeout?: number
  /** milliseconds between two looks at the screen · 50–60000, default 500 */
  interval?: number
}

interface UiElement {
  id: string
  text: string
  /** the description */
  desc: string
  hint: string
  className: string
  package: string
  clickable: boolean
  longClickable: boolean
  checkable: boolean
  checked: boolean
  enabled: boolean
  focusable: boolean
  focused: boolean
  scrollable: boolean
  selected: boolean
  password: boolean
  /** among the children of its parent, from 0 */
  index: number
  depth: number
  /** the visible part, in pixels */
  bounds: Rectangle
  centre: Point
  tap: (options?: TouchOptions) => void
  longTap: (ms?: number, options?: TouchOptions) => void
  /** replaces the text of a field */
  setText: (words: string) => void
  children: () => UiElement[]
  parent: () => UiElement | null
}

interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

interface LookOptions {
  /** milliseconds. An earlier look of up to this age is enough. · 0–60000, default 0 */
  maxAge?: number
}

interface WaitOptions {
  /** milliseconds · 0–600000, default 10000 */
  timeout?: number
  /** milliseconds between two looks at the screen · 50–60000, default 500 */
  interval?: number
}

interface ScrollOptions {
  /** the list, otherwise the largest scrollable element */
  within?: string | Selector
  /** of the content that appears · default 'down' */
  direction?: 'up' | 'down' | 'left' | 'right'
  /** 1–100, default 10 */
  maxSwipes?: number
  /** milliseconds · 0–600000, default 600000 */
  timeout?: number
  /** like a person: a little beside the position, curved, with uneven speed */
  human?: boolean
  /** the same seed gives the same gesture · 0–4294967295 */
  seed?: number
}

interface TapOnOptions {
  /** milliseconds · 0–600000, default 10000 */
  timeout?: number
  /** milliseconds between two looks at the screen · 50–60000, default 500 */
  interval?: number
  /** like a person: a little beside the position, curved, with uneven speed */
  human?: boolean
  /** the same seed gives the same gesture · 0–4294967295 */
  seed?: number
}

interface ScreenText {
  text: string
  x: number
  y: number
  width: number
  height: number
}

interface FoundText {
  text: string
  x: number
  y: number
}

interface ScreenElement {
  id: string
  text: string
  x: number
  y: number
  width: number
  height: number
}

interface FoundElement {
  id: string
  text: string
  x: number
  y: number
}

type Capability = 'pixels' | 'elements' | 'ocr' | 'typing' | 'unicodeTyping' | 'keys' | 'pinch' | 'clipboard' | 'apps' | 'links' | 'intents' | 'notifications' | 'rotation' | 'brightness' | 'volume' | 'wifi' | 'screenPower' | 'files' | 'shell' | 'modules' | 'typescript'

interface PhoneStatus {
  /** percent */
  battery?: number
  charging?: boolean
  /** °C */
  batteryTemp?: number
  brightness?: number
  /** bytes */
  sdCardSpace?: number
  /** bytes */
  sdCardLeftSpace?: number
  /** bytes */
  totalMemory?: number
  /** bytes */
  availMemory?: number
  [name: string]: unknown
}

interface CurrentApp {
  id: string
  activity: string
}

interface AppVersion {
  versionName: string
  versionCode: number
}

interface LinkOptions {
  /** the app that opens it, none: the phone decides */
  app?: string
}

interface Intent {
  action?: string
  data?: string
  /** MIME type of the data */
  type?: string
  package?: string
  /** such as com.example.shop/.CartActivity */
  component?: string
  category?: string
  /** up to 32 values by key */
  extras?: Record<string, string | number | boolean>
  /** 0–4294967295 */
  flags?: number
}

interface PhoneNotification {
  /** its id */
  app: string
  title: string
  text: string
  /** ms since 1970, null when unknown */
  time: number | null
}

interface Rotation {
  degrees: 0 | 90 | 180 | 270
  auto: boolean
}

interface ChangeOptions {
  /** true: the value stays when the script ends, otherwise the one from before returns · default false */
  keep?: boolean
}

interface WifiState {
  on: boolean
  /** empty when there is none */
  name: string
}

interface PhoneFile {
  name: string
  isFolder: boolean
  /** bytes */
  size: number
  /** last change, ms since 1970 */
  time: number
}

interface TaskInfo {
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
  /** parameters by key, each a text or a list of texts */
  valueJson: Record<string, any>
}

interface DataItemQuery {
  groupName: string
  /** none: all items */
  dataName?: string
}

interface DataItem {
  id: number
  name: string
  content: string
}

interface DataPop {
  groupName: string
  dataName?: string
  /** 1 oldest, 2 newest, 3 random */
  getType: 1 | 2 | 3
  /** number of items */
  size: number
}

interface DataItemDraft {
  groupName: string
  dataName: string
  content: string
}

interface DataLeaseDraft {
  groupName: string
  /** 1 oldest, 2 newest, 3 random */
  getType?: 1 | 2 | 3
  /** number of items */
  size: number
  /** until the items return */
  seconds: number
}

interface DataLease {
  leaseId: string
  items: DataItem[]
}

interface DataLeaseQuery {
  leaseId: string
  ids?: number[]
}

interface TableDraft {
  tableName: string
  tableNameEn: string
  columns: TableColumn[]
}

interface TableColumn {
  columnInfo: string
  columnName: string
  columnSize: number
}

interface TableResult {
  result: { data?: any; msg?: string }
}

interface TableQuery {
  tableNameEn: string
  /** value by column */
  search?: Record<string, string>
  /** a condition, such as and age > 20 */
  query?: string
  /** -1 for all rows */
  pageNumber?: number
  pageSize?: number
  /** such as name,age */
  fields?: string
  /** such as order by id desc */
  order?: string
}

interface TableRow {
  tableNameEn: string
  columns: Record<string, string>
}

interface TableChange {
  tableNameEn: string
  /** value by column */
  search?: Record<string, string>
  /** a condition, such as and age > 20 */
  query?: string
  columns: Record<string, string>
}

interface TableSelection {
  tableNameEn: string
  /** value by column */
  search?: Record<string, string>
  /** a condition, such as and age > 20 */
  query?: string
}

interface CacheDraft {
  cacheKey: string
  /** 1 text, 2 set, 3 list */
  dataType: 1 | 2 | 3
  content: string | string[]
  /** seconds, none: never */
  expireTime?: number
}

interface CacheQuery {
  cacheKey: string
}

interface Cache {
  /** 1 text, 2 set, 3 list */
  dataType: 1 | 2 | 3
  content: any
}

interface CacheExpiry {
  cacheKey: string
  /** seconds, none: never */
  expireTime: number
}

interface CacheLine {
  cacheKey: string
  content: string
}

interface CacheStep {
  cacheKey: string
  step?: number
}

interface CacheMove {
  cacheKey: string
  /** 1 oldest, 2 newest, 3 random */
  getType?: 1 | 2 | 3
  /** a list, created if it is missing */
  pushKey?: string
  content?: string
}

interface CacheContent {
  content: string | null
}

interface HttpRequest {
  url: string
  /** default 'GET' */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD'
  headers?: Record<string, string>
  /** JSON, unless it is a text. Set content-type yourself. */
  body?: string | Record<string, unknown> | unknown[] | null
  /** the bytes of the body in base64 · base64 */
  base64?: string
  /** fields of a form (multipart/form-data), each a text or a file */
  form?: Record<string, string | HttpFile>
  /** milliseconds · 1–120000, default 30000 */
  timeout?: number
}

interface HttpFile {
  /** file name */
  name: string
  /** MIME type · default 'application/octet-stream' */
  type?: string
  /** content of the file · base64 */
  base64: string
}

interface HttpResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/**
 * Waits for this time
 * @param ms milliseconds
 * @example
 * sleep(20)
 */
declare function sleep(ms: number): void

/**
 * Waits a random time between the two, and returns it
 * @param least milliseconds · 0–2147483647
 * @param most milliseconds · 0–2147483647
 * @example
 * pause(20, 60)
 */
declare function pause(least: number, most?: number): number

/**
 * A random number from the first to the second: whole if both are whole. Without arguments from 0 up to 1.
 * @example
 * logi(random(1, 6), random(0.5, 1.5), random())
 */
declare function random(least?: number, most?: number): number

/**
 * A random item of a list
 * @example
 * logi(randomItem(['red', 'green', 'blue']))
 */
declare function randomItem(list: unknown[]): any

/**
 * The same seed gives the same random numbers, also to pause and randomItem
 * @example
 * randomSeed(7)
 * logi(random(1, 6))
 */
declare function randomSeed(seed: number): void

/**
 * Calls the function again when it throws, and returns its result. The last error is thrown.
 * @example
 * retry((attempt) => { if (attempt < 2) throw new Error('not yet') }, { delay: 20 })
 */
declare function retry(work: (attempt: number) => any, options?: RetryOptions): any

/**
 * Throws a TimeoutError when the function takes longer. Waits of the function end at this time. A gesture that has begun is finished, and a calculation without any call is not interrupted. The promise of an async function is rejected at this time.
 * @param ms milliseconds · 0–2147483647
 * @example
 * try {
 *   withTimeout(50, () => sleep(1000))
 * } catch (error) {
 *   if (error instanceof Error && error.name === 'TimeoutError') logw('too slow')
 * }
 */
declare function withTimeout(ms: number, work: () => any): any

/**
 * Writes a debug line to the log of the phone and of the run
 * @example
 * logd('price', 12.5)
 */
declare function logd(...values: unknown[]): void

/**
 * Writes a line to the log. More than 100 lines per second slow the script down.
 * @example
 * logi('price', 12.5)
 */
declare function logi(...values: unknown[]): void

/**
 * Writes a warning to the log
 * @example
 * logw('price', 12.5)
 */
declare function logw(...values: unknown[]): void

/**
 * Writes an error line to the log
 * @example
 * loge('price', 12.5)
 */
declare function loge(...values: unknown[]): void

/**
 * As in browsers. Up to 10,000 timers at a time.
 * @param ms milliseconds
 * @param args passed to the function
 * @example
 * setTimeout(() => logi('later'), 20)
 */
declare function setTimeout(act: (...args: any[]) => void, ms?: number, ...args: unknown[]): number

/**
 * As in browsers
 * @param ms milliseconds
 * @param args passed to the function
 * @example
 * const id = setInterval(() => clearInterval(id), 10)
 */
declare function setInterval(act: (...args: any[]) => void, ms?: number, ...args: unknown[]): number

/**
 * As in browsers
 * @example
 * clearTimeout(setTimeout(() => {}, 1000))
 */
declare function clearTimeout(id?: number): void

/**
 * As in browsers
 * @example
 * clearInterval(setInterval(() => {}, 1000))
 */
declare function clearInterval(id?: number): void

/**
 * Asks the operators and waits for an answer: the console shows the question, and any user who may control this device can answer it. Returns a text, a number, true or false, or one of the choices. Without an answer it returns the default, or throws an error whose code is timeout or skipped. The wait counts towards the time limit of the run. Pause and stop take effect during it.
 * @example
 * const code = ask('Code of the text message?', { placeholder: '6 digits', default: '', timeout: 1 })
 * if (code) device.text(code)
 */
declare function ask(question: string, options?: AskOptions): any

/**
 * Shows a message in the console and does not wait. It is shown for 24 hours, or until a user removes it. The newest 20 messages of a device are shown. A device can have up to 30 questions and messages per minute.
 * @example
 * notifyOperator('All orders are done')
 */
declare function notifyOperator(message: string, title?: string): void

interface ConsoleFunctions {
  /**
   * Like logd
   * @example
   * console.debug('price', 12.5)
   */
  debug(...values: unknown[]): void
  /**
   * Like logi
   * @example
   * console.log('price', 12.5)
   */
  log(...values: unknown[]): void
  /**
   * Like logi
   * @example
   * console.info('price', 12.5)
   */
  info(...values: unknown[]): void
  /**
   * Like logw
   * @example
   * console.warn('price', 12.5)
   */
  warn(...values: unknown[]): void
  /**
   * Like loge
   * @example
   * console.error('price', 12.5)
   */
  error(...values: unknown[]): void
}
declare const console: ConsoleFunctions

interface DeviceFunctions {
  /**
   * The size of the screen in its present rotation
   * @example
   * const { width, height } = device.size()
   * logi(width, height)
   */
  size(): Size
  /**
   * Taps the screen. A position outside the screen is an error with the valid range.
   * @param x px
   * @param y px
   * @example
   * device.tap(100, 200)
   */
  tap(x: number, y: number, options?: TouchOptions): void
  /**
   * Taps twice
   * @param x px
   * @param y px
   * @example
   * device.doubleTap(100, 200, { human: true })
   */
  doubleTap(x: number, y: number, options?: TouchOptions): void
  /**
   * Touches the screen for a while
   * @param x px
   * @param y px
   * @param ms milliseconds · 0–60000, default 800
   * @example
   * device.longTap(100, 200, 500)
   */
  longTap(x: number, y: number, ms?: number, options?: TouchOptions): void
  /**
   * Moves a finger from one position to another
   * @param x1 px
   * @param y1 px
   * @param x2 px
   * @param y2 px
   * @param ms milliseconds · 0–60000, default 300
   * @example
   * device.swipe(150, 500, 150, 200, 250, { human: true })
   */
  swipe(x1: number, y1: number, x2: number, y2: number, ms?: number, options?: TouchOptions): void
  /**
   * Holds what is at a position, moves it to another one and lifts. Real phones need scrcpy, or Android 7 or newer.
   * @param x1 px
   * @param y1 px
   * @param x2 px
   * @param y2 px
   * @example
   * device.drag(60, 300, 200, 300, { hold: 500 })
   */
  drag(x1: number, y1: number, x2: number, y2: number, options?: DragOptions): void
  /**
   * Moves a finger along a path. Curves on real phones need scrcpy, or Android 11 or newer.
   * @example
   * device.gesture([
   *   { x: 60, y: 300, ms: 0 },
   *   { x: 200, y: 300, ms: 150 },
   *   { x: 200, y: 450, ms: 300 },
   * ])
   */
  gesture(points: FingerPoint[]): void
  /**
   * Moves two fingers. A scale above 1 enlarges, one below 1 reduces. Without x and y in the middle of the screen.
   * @example
   * if (device.can('pinch')) device.pinch({ scale: 2 })
   */
  pinch(options: PinchOptions): void
  /**
   * Types at the cursor
   * @param words up to 10,000 characters
   * @example
   * device.launch('notes')
   * device.text('hello')
   */
  text(words: string): void
  /**
   * Types any text at the cursor, like device.text. A line end is the enter key.
   * @param words up to 10,000 characters
   * @example
   * device.launch('notes')
   * device.type('你好 👋')
   */
  type(words: string): void
  /**
   * Presses a button or a key
   * @param name such as enter, or KEYCODE_ENTER
   * @example
   * device.key('home')
   */
  key(name: KeyName): void
  /**
   * All looks at the screen use this frame until device.unfreeze or the end of the script
   * @example
   * device.freeze()
   * logi(device.color(10, 10), device.findColor('#ff5722'))
   * device.unfreeze()
   */
  freeze(options?: FrameOptions): Frame
  /**
   * Looks capture the screen again
   * @example
   * device.unfreeze()
   */
  unfreeze(): void
  /**
   * The screen, or a part of it, as a JPEG or PNG in base64. The console shows it as an image when it is the content of a data item; http.request sends it as a file of a form.
   * @example
   * const { width, jpeg = '' } = device.screenshot({ scale: 50 })
   * logi(width, jpeg.length)
   */
  screenshot(options?: ScreenshotOptions): Screenshot
  /**
   * The colour of a pixel: #rrggbb
   * @param x px
   * @param y px
   * @example
   * if (device.color(10, 10) !== '#ffffff') logi('not white')
   */
  color(x: number, y: number, options?: FrameOptions): string
  /**
   * The first pixel of a colour, row by row, or null
   * @param color #rrggbb
   * @example
   * const at = device.findColor('#ff5722', { tolerance: 16 })
   * if (at) device.tap(at.x, at.y)
   */
  findColor(color: string, options?: FindColorOptions): Point | null
  /**
   * The first pixel of a colour that has other colours at the given distances, or null
   * @param color #rrggbb
   * @example
   * const at = device.findColors('#ff5722', [[8, 0, '#ffffff'], [0, 8, '#ff5722']], { tolerance: 16 })
   */
  findColors(color: string, others: [number, number, string][], options?: FindColorOptions): Point | null
  /**
   * Whether all points have their colours
   * @example
   * logi(device.compareColors([{ x: 10, y: 10, color: '#ffffff' }], { tolerance: 16 }))
   */
  compareColors(points: ColorPoint[], options?: CompareColorsOptions): boolean
  /**
   * A part of the screen as a PNG in base64, which contains the size of the screen. Store it, for example in shared data, to find it later, also on phones with another resolution or rotation.
   * @param x px
   * @param y px
   * @param width px
   * @param height px
   * @example
   * const picture = device.cut(0, 0, 60, 60)
   * logi(picture.length)
   */
  cut(x: number, y: number, width: number, height: number, options?: FrameOptions): string
  /**
   * The centre, size and score of the best match of an image, or null. It also finds the image in another brightness, in dark mode and in another resolution.
   * @param picture PNG or JPEG in base64
   * @example
   * const { width, height } = device.size()
   * const picture = device.cut(0, 0, width, Math.floor(height / 2))
   * const found = device.findPicture(picture)
   * if (found) device.tap(found.x, found.y)
   */
  findPicture(picture: string, options?: FindPictureOptions): PictureMatch | null
  /**
   * Matches of several images in one frame, the best first. Images are a list, named by position, or an object, named by key.
   * @param pictures PNG or JPEG in base64, up to 50
   * @example
   * const { width, height } = device.size()
   * const top = device.cut(0, 0, width, Math.floor(height / 2))
   * const [best] = device.findPictures({ top })
   * if (best) logi(best.name, best.score)
   */
  findPictures(pictures: string[] | Record<string, string>, options?: FindPicturesOptions): NamedPictureMatch[]
  /**
   * Waits until the screen differs from the frozen frame or from the present one. Returns false after the time.
   * @example
   * if (!device.waitForChange({ timeout: 500 })) logi('nothing has changed')
   */
  waitForChange(options?: WaitForChangeOptions): boolean
  /**
   * Waits until the screen shows the same for a while. Returns false after the time.
   * @example
   * if (!device.waitForStill({ timeout: 2000 })) logi('the screen still moves')
   */
  waitForStill(options?: WaitForStillOptions): boolean
  /**
   * Text that the screen shows, recognised on the agent’s computer: simplified Chinese, English, and traditional Chinese with more errors. Needs two packages, which the error names if they are missing.
   * @example
   * if (device.can('ocr')) for (const { text, x, y } of device.ocr({ region: { x: 0, y: 0, width: 400, height: 300 } }))
   *   logi(text, x, y)
   */
  ocr(options?: OcrOptions): RecognisedText[]
  /**
   * The first matching element, or null
   * @param selector a text is short for words of a text or description, #buy for an id
   * @example
   * device.launch('counter')
   * const plus = device.find('#plus', { timeout: 5000 })
   * if (plus) plus.tap()
   */
  find(selector: string | Selector, options?: FindOptions): UiElement | null
  /**
   * All matching elements. With near, the nearest come first.
   * @example
   * for (const { text, bounds } of device.findAll({ clickable: true })) logd(text, bounds)
   */
  findAll(selector: string | Selector, options?: LookOptions): UiElement[]
  /**
   * Whether an element matches
   * @example
   * if (device.exists({ textMatches: /^(OK|Confirm)$/i })) logi('a question')
   */
  exists(selector: string | Selector, options?: LookOptions): boolean
  /**
   * Waits for an element. Throws what was looked for, and the most similar texts of the screen.
   * @example
   * device.launch('counter')
   * device.waitFor('#plus', { timeout: 20000 }).tap()
   */
  waitFor(selector: string | Selector, options?: WaitOptions): UiElement
  /**
   * Waits until no element matches
   * @example
   * device.waitGone('Loading', { timeout: 30000 })
   */
  waitGone(selector: string | Selector, options?: WaitOptions): void
  /**
   * Swipes until an element matches, up to the end of the list
   * @example
   * device.launch('gallery')
   * device.scrollTo({ id: 'picture 20' }, { maxSwipes: 20 }).tap()
   */
  scrollTo(selector: string | Selector, options?: ScrollOptions): UiElement
  /**
   * Waits for an element and taps the centre of its visible part
   * @example
   * device.launch('counter')
   * device.tapOn({ id: 'minus', near: '#plus', direction: 'left' })
   */
  tapOn(selector: string | Selector, options?: TapOnOptions): UiElement
  /**
   * All elements of the screen, each followed by its children
   * @example
   * for (const { depth, className, text } of device.tree()) logd(' '.repeat(depth), className, text)
   */
  tree(options?: LookOptions): UiElement[]
  /**
   * The texts on the screen. Where its elements have none or cannot be read, as in games, they are recognised like those of device.ocr, if it is installed.
   * @example
   * for (const { text, x, y } of device.texts()) logd(text, x, y)
   */
  texts(): ScreenText[]
  /**
   * The centre of the first of device.texts that contains the words, or null
   * @example
   * const found = device.findText('1')
   * if (found) device.tap(found.x, found.y)
   */
  findText(words: string): FoundText | null
  /**
   * The elements of the screen that have a text or an id
   * @example
   * logi(device.parts().filter(({ id }) => id).length)
   */
  parts(): ScreenElement[]
  /**
   * The centre of the first element with this id, com.example.shop:id/buy or short buy, or null. Simulated phones have home:id/counter, counter:id/plus and so on.
   * @example
   * const plus = device.findId('plus')
   * if (plus) device.tap(plus.x, plus.y)
   */
  findId(id: string): FoundElement | null
  /**
   * Whether this phone can do something at present
   * @example
   * if (!device.can('clipboard')) logw('no clipboard here')
   */
  can(capability: Capability): boolean
  /**
   * Opens an app by its id. Simulated phones also know its name.
   * @param app such as com.example.shop
   * @example
   * device.launch('notes')
   */
  launch(app: string): void
  /**
   * The output of a command line. On real phones, the middle of an output of more than 1 MB is left out, with a note.
   * @example
   * logi(device.shell('getprop ro.product.model'))
   */
  shell(line: string): string
  /**
   * Battery, memory and other values of heartbeats
   * @example
   * if ((device.status().battery ?? 100) < 20) logw('low battery')
   */
  status(): PhoneStatus
  /**
   * The text of the clipboard
   * @example
   * logi(device.clipboard())
   */
  clipboard(): string
  /**
   * Copies a text to the clipboard
   * @example
   * device.setClipboard('hello')
   */
  setClipboard(words: string): void
  /**
   * The ids of the apps that were not preinstalled
   * @example
   * logi(device.apps().join(', '))
   */
  apps(): string[]
  /**
   * The app in front
   * @example
   * logi(device.currentApp().id)
   */
  currentApp(): CurrentApp
  /**
   * The version of an app, or null when it is not installed
   * @example
   * const version = device.installed('com.android.settings')
   * logi(version?.versionName)
   */
  installed(app: string): AppVersion | null
  /**
   * Stops an app
   * @example
   * if (device.installed('notes')) device.stopApp('notes')
   */
  stopApp(app: string): void
  /**
   * Deletes all data of an app, as after its installation
   * @example
   * if (device.installed('notes')) device.clearData('notes')
   */
  clearData(app: string): void
  /**
   * Opens a link, also a deep link of an app. Simulated phones have club://feed, prices, messages, checkin and signup.
   * @example
   * device.openLink('club://feed')
   */
  openLink(url: string, options?: LinkOptions): void
  /**
   * Starts an activity of Android by an intent
   * @example
   * device.startIntent({ action: 'android.settings.SETTINGS' })
   */
  startIntent(intent: Intent): void
  /**
   * The notifications, the newest first
   * @example
   * for (const { app, title, text } of device.notifications()) logi(app, title, text)
   */
  notifications(): PhoneNotification[]
  /**
   * Dismisses all notifications. Real phones need the “Clear all” button of their panel.
   * @example
   * if (device.notifications().length > 20) device.clearNotifications()
   */
  clearNotifications(): void
  /**
   * Opens the panel of notifications
   * @example
   * device.openNotifications()
   */
  openNotifications(): void
  /**
   * The present rotation of the screen, and whether it follows the phone
   * @example
   * logi(device.rotation().degrees)
   */
  rotation(): Rotation
  /**
   * Rotates the screen. Apps with a fixed rotation do not follow.
   * @example
   * device.setRotation(0)
   */
  setRotation(to: 0 | 90 | 180 | 270 | 'auto', options?: ChangeOptions): void
  /**
   * The brightness in percent
   * @example
   * logi(device.brightness())
   */
  brightness(): number
  /**
   * Sets the brightness and turns off its automatic control
   * @param percent percent · 0–100
   * @example
   * device.setBrightness(30)
   */
  setBrightness(percent: number, options?: ChangeOptions): void
  /**
   * The volume of a stream in percent. Real phones need Android 7.
   * @param stream default 'media'
   * @example
   * logi(device.volume('ring'))
   */
  volume(stream?: 'media' | 'ring' | 'alarm'): number
  /**
   * Sets the volume of a stream
   * @param percent percent · 0–100
   * @example
   * device.setVolume('media', 0)
   */
  setVolume(stream: 'media' | 'ring' | 'alarm', percent: number, options?: ChangeOptions): void
  /**
   * Whether Wi-Fi is on, and the name of its network, if any
   * @example
   * if (!device.wifi().on) logw('Wi-Fi is off')
   */
  wifi(): WifiState
  /**
   * Turns Wi-Fi on or off. A phone that is connected over Wi-Fi refuses to turn it off.
   * @example
   * device.setWifi(true, { keep: true })
   */
  setWifi(on: boolean, options?: ChangeOptions): void
  /**
   * Whether airplane mode is on
   * @example
   * logi(device.airplaneMode())
   */
  airplaneMode(): boolean
  /**
   * Turns airplane mode on or off. Real phones need Android 11.
   * @example
   * if (device.airplaneMode()) device.setAirplaneMode(false)
   */
  setAirplaneMode(on: boolean, options?: ChangeOptions): void
  /**
   * Whether the screen stays on while the phone is charging
   * @example
   * logi(device.stayAwake())
   */
  stayAwake(): boolean
  /**
   * Keeps the screen on while the phone is charging, or no longer
   * @example
   * device.setStayAwake(true)
   */
  setStayAwake(on: boolean, options?: ChangeOptions): void
  /**
   * Whether the screen is on
   * @example
   * if (!device.isScreenOn()) device.key('unlock')
   */
  isScreenOn(): boolean
  /**
   * Turns the screen on or off. A screen that was off may be locked.
   * @example
   * device.setScreenOn(true)
   */
  setScreenOn(on: boolean): void
  /**
   * Files and folders of a folder, sorted by name, up to 1,000
   * @param folder in /sdcard, unless it starts with / · /sdcard/…, default '/sdcard'
   * @example
   * for (const { name, size } of device.listFiles('Download')) logi(name, size)
   */
  listFiles(folder?: string): PhoneFile[]
  /**
   * Whether a file or folder exists
   * @param path in /sdcard, unless it starts with / · /sdcard/…
   * @example
   * logi(device.fileExists('Download/prices.csv'))
   */
  fileExists(path: string): boolean
  /**
   * The text of a file in UTF-8, up to 1 MB
   * @param path in /sdcard, unless it starts with / · /sdcard/…
   * @example
   * if (device.fileExists('Download/prices.csv')) logi(device.readFile('Download/prices.csv'))
   */
  readFile(path: string): string
  /**
   * Writes a text file of up to 1 MB. Missing folders are created, an existing file is replaced.
   * @param path in /sdcard, unless it starts with / · /sdcard/…
   * @example
   * device.writeFile('Download/prices.csv', 'name,price\ntea,6.40\n')
   */
  writeFile(path: string, text: string): void
  /**
   * Removes a file
   * @param path in /sdcard, unless it starts with / · /sdcard/…
   * @example
   * if (device.fileExists('Download/prices.csv')) device.removeFile('Download/prices.csv')
   */
  removeFile(path: string): void
  /**
   * Makes a file visible in the gallery and other apps
   * @param path in /sdcard, unless it starts with / · /sdcard/…
   * @example
   * if (device.fileExists('DCIM/a.jpg')) device.scanMedia('DCIM/a.jpg')
   */
  scanMedia(path: string): void
}
declare const device: DeviceFunctions

interface EcloudFunctions {
  /**
   * Like logi
   * @example
   * ecloud.log('hello')
   */
  log(...values: unknown[]): void
  /**
   * The device number, empty while unassigned
   * @example
   * logi(ecloud.getDeviceNo())
   */
  getDeviceNo(): string
  /**
   * The hardware ID of the phone
   * @example
   * logi(ecloud.getDeviceId())
   */
  getDeviceId(): string
  /**
   * The address of the server
   * @example
   * logi(ecloud.getCloudUrl())
   */
  getCloudUrl(): string
  /**
   * The task, the run and its parameters
   * @example
   * logi(ecloud.getTaskInfo().taskName)
   */
  getTaskInfo(): TaskInfo
  /**
   * Deletes the cached file of the script. The next run downloads it again.
   * @example
   * ecloud.removeScriptFile()
   */
  removeScriptFile(): void
  /**
   * Items of a group
   * @example
   * ecloud.addData({ groupName: 'accounts', dataName: 'first', content: 'anna' })
   * for (const { name, content } of ecloud.getData({ groupName: 'accounts' })) logi(name, content)
   */
  getData(query: DataItemQuery): DataItem[]
  /**
   * Contents of items, which are removed from the group
   * @example
   * ecloud.addData({ groupName: 'accounts', dataName: 'first', content: 'anna' })
   * const [account] = ecloud.getDataPop({ groupName: 'accounts', getType: 1, size: 1 })
   * logi(account)
   */
  getDataPop(query: DataPop): string[]
  /**
   * Adds an item. The group is created if it is missing.
   * @example
   * ecloud.addData({ groupName: 'accounts', dataName: 'first', content: 'anna' })
   */
  addData(item: DataItemDraft): number
  /**
   * Replaces the content of an item
   * @example
   * ecloud.addData({ groupName: 'accounts', dataName: 'first', content: 'anna' })
   * ecloud.updateData({ groupName: 'accounts', dataName: 'first', content: 'bea' })
   */
  updateData(item: DataItemDraft): number
  /**
   * Removes an item, or all items of the group
   * @example
   * ecloud.addData({ groupName: 'accounts', dataName: 'first', content: 'anna' })
   * ecloud.removeData({ groupName: 'accounts', dataName: 'first' })
   */
  removeData(query: DataItemQuery): number
  /**
   * Appends a line to the content of an item
   * @example
   * ecloud.addData({ groupName: 'accounts', dataName: 'first', content: 'anna' })
   * ecloud.appendOneLineData({ groupName: 'accounts', dataName: 'first', content: 'used' })
   */
  appendOneLineData(item: DataItemDraft): number
  /**
   * Removes a line from the content of an item
   * @example
   * ecloud.addData({ groupName: 'accounts', dataName: 'first', content: 'anna' })
   * ecloud.removeOneLineData({ groupName: 'accounts', dataName: 'first', content: 'anna' })
   */
  removeOneLineData(item: DataItemDraft): number
  /**
   * Takes items for a time. Those that are not acknowledged in time return to the group.
   * @example
   * ecloud.addData({ groupName: 'accounts', dataName: 'first', content: 'anna' })
   * const { leaseId, items } = ecloud.leaseData({ groupName: 'accounts', size: 1, seconds: 60 })
   * logi(items.length)
   * ecloud.ackData({ leaseId })
   */
  leaseData(query: DataLeaseDraft): DataLease
  /**
   * Removes leased items permanently
   * @example
   * ecloud.addData({ groupName: 'accounts', dataName: 'first', content: 'anna' })
   * const { leaseId } = ecloud.leaseData({ groupName: 'accounts', size: 1, seconds: 60 })
   * ecloud.ackData({ leaseId })
   */
  ackData(lease: DataLeaseQuery): number
  /**
   * Returns leased items to the group
   * @example
   * ecloud.addData({ groupName: 'accounts', dataName: 'first', content: 'anna' })
   * const { leaseId } = ecloud.leaseData({ groupName: 'accounts', size: 1, seconds: 60 })
   * ecloud.returnData({ leaseId })
   */
  returnData(lease: DataLeaseQuery): number
  /**
   * Creates or changes a table. Missing columns are removed. Every column is a text.
   * @example
   * ecloud.dynamicCreateTable({
   *   tableName: 'Prices', tableNameEn: 'prices',
   *   columns: [{ columnInfo: 'Price', columnName: 'price', columnSize: 20 }],
   * })
   */
  dynamicCreateTable(table: TableDraft): TableResult
  /**
   * Rows of a table
   * @example
   * ecloud.dynamicCreateTable({
   *   tableName: 'Prices', tableNameEn: 'prices',
   *   columns: [{ columnInfo: 'Price', columnName: 'price', columnSize: 20 }],
   * })
   * const { result } = ecloud.dynamicQuery({ tableNameEn: 'prices', order: 'order by id desc', pageNumber: 1, pageSize: 20 })
   * logi(result.data.length)
   */
  dynamicQuery(query: TableQuery): TableResult
  /**
   * Adds a row
   * @example
   * ecloud.dynamicCreateTable({
   *   tableName: 'Prices', tableNameEn: 'prices',
   *   columns: [{ columnInfo: 'Price', columnName: 'price', columnSize: 20 }],
   * })
   * ecloud.dynamicAdd({ tableNameEn: 'prices', columns: { price: '12.50' } })
   */
  dynamicAdd(row: TableRow): TableResult
  /**
   * Changes rows
   * @example
   * ecloud.dynamicCreateTable({
   *   tableName: 'Prices', tableNameEn: 'prices',
   *   columns: [{ columnInfo: 'Price', columnName: 'price', columnSize: 20 }],
   * })
   * ecloud.dynamicUpdate({ tableNameEn: 'prices', search: { price: '12.50' }, columns: { price: '13' } })
   */
  dynamicUpdate(change: TableChange): TableResult
  /**
   * Removes rows
   * @example
   * ecloud.dynamicCreateTable({
   *   tableName: 'Prices', tableNameEn: 'prices',
   *   columns: [{ columnInfo: 'Price', columnName: 'price', columnSize: 20 }],
   * })
   * ecloud.dynamicRemove({ tableNameEn: 'prices', search: { price: '13' } })
   */
  dynamicRemove(selection: TableSelection): TableResult
  /**
   * Adds a key. Returns 0 when it already exists.
   * @example
   * ecloud.addCache({ cacheKey: 'queue', dataType: 3, content: ['a', 'b'], expireTime: 600 })
   */
  addCache(cache: CacheDraft): number
  /**
   * The value of a key, or null
   * @example
   * ecloud.addCache({ cacheKey: 'queue', dataType: 3, content: ['a', 'b'], expireTime: 600 })
   * logi(ecloud.getCache({ cacheKey: 'queue' })?.content)
   */
  getCache(query: CacheQuery): Cache | null
  /**
   * Replaces the value of an existing key
   * @example
   * ecloud.addCache({ cacheKey: 'queue', dataType: 3, content: ['a', 'b'], expireTime: 600 })
   * ecloud.updateCache({ cacheKey: 'queue', dataType: 3, content: ['c'] })
   */
  updateCache(cache: CacheDraft): number
  /**
   * Changes when a key expires
   * @example
   * ecloud.addCache({ cacheKey: 'queue', dataType: 3, content: ['a', 'b'], expireTime: 600 })
   * ecloud.updateCacheExpire({ cacheKey: 'queue', expireTime: 60 })
   */
  updateCacheExpire(cache: CacheExpiry): number
  /**
   * Remaining seconds, negative for never, 0 when the key does not exist
   * @example
   * ecloud.addCache({ cacheKey: 'queue', dataType: 3, content: ['a', 'b'], expireTime: 600 })
   * logi(ecloud.getCacheExpire({ cacheKey: 'queue' }))
   */
  getCacheExpire(query: CacheQuery): number
  /**
   * Removes a key
   * @example
   * ecloud.removeCache({ cacheKey: 'queue' })
   */
  removeCache(query: CacheQuery): number
  /**
   * Appends a line to a set or list
   * @example
   * ecloud.addCache({ cacheKey: 'queue', dataType: 3, content: ['a', 'b'], expireTime: 600 })
   * ecloud.appendOneLineCache({ cacheKey: 'queue', content: 'c' })
   */
  appendOneLineCache(line: CacheLine): number
  /**
   * Removes a line from a set or list
   * @example
   * ecloud.addCache({ cacheKey: 'queue', dataType: 3, content: ['a', 'b'], expireTime: 600 })
   * ecloud.removeOneLineCache({ cacheKey: 'queue', content: 'a' })
   */
  removeOneLineCache(line: CacheLine): number
  /**
   * Adds to a counter, which begins at 0, and returns the new value
   * @example
   * logi(ecloud.incrementCache({ cacheKey: 'visits' }))
   */
  incrementCache(counter: CacheStep): number
  /**
   * Subtracts from a counter and returns the new value
   * @example
   * logi(ecloud.decrementCache({ cacheKey: 'visits', step: 2 }))
   */
  decrementCache(counter: CacheStep): number
  /**
   * Removes a line of a list and appends it, or another content, to another list. Returns the removed line as content, which is null when the list is empty.
   * @example
   * ecloud.addCache({ cacheKey: 'queue', dataType: 3, content: ['a', 'b'], expireTime: 600 })
   * logi(ecloud.popPushCache({ cacheKey: 'queue', pushKey: 'done' }).content)
   */
  popPushCache(move: CacheMove): CacheContent
}
declare const ecloud: EcloudFunctions

interface HttpFunctions {
  /**
   * Calls a server outside
   * @example
   * const { status, body } = http.request({ url: 'https://example.org/prices', timeout: 5000 })
   * logi(status, body)
   */
  request(request: string | HttpRequest): HttpResponse
}
declare const http: HttpFunctions

// ---------------------------------------------------------------------------------------------------------------------
// What browsers have, too, as far as scripts have it

declare const site: {
  /** The time zone of the site, such as Asia/Shanghai. */
  readonly timeZone: string
}
declare const performance: {
  /** Milliseconds since the script started. */
  now(): number
}
declare function queueMicrotask(act: () => void): void
declare function structuredClone<Value>(value: Value): Value
declare function atob(text: string): string
declare function btoa(text: string): string

declare class DOMException extends Error {
  constructor(message?: string, name?: string)
}
/** A limit of the script, such as its stack, is exceeded. */
declare class InternalError extends Error {}

declare class URLSearchParams implements Iterable<[string, string]> {
  constructor(init?: string | Iterable<readonly [string, unknown]> | Record<string, unknown> | null)
  readonly size: number
  append(name: string, value: unknown): void
  delete(name: string, value?: unknown): void
  get(name: string): string | null
  getAll(name: string): string[]
  has(name: string, value?: unknown): boolean
  set(name: string, value: unknown): void
  sort(): void
  forEach(act: (value: string, name: string, params: URLSearchParams) => void, self?: unknown): void
  entries(): IterableIterator<[string, string]>
  keys(): IterableIterator<string>
  values(): IterableIterator<string>
  toString(): string
  [Symbol.iterator](): IterableIterator<[string, string]>
}
declare class URL {
  constructor(url: string | URL, base?: string | URL)
  static canParse(url: string | URL, base?: string | URL): boolean
  static parse(url: string | URL, base?: string | URL): URL | null
  href: string
  readonly origin: string
  protocol: string
  username: string
  password: string
  host: string
  hostname: string
  port: string
  pathname: string
  search: string
  hash: string
  readonly searchParams: URLSearchParams
  toString(): string
  toJSON(): string
}

type Bytes = ArrayBuffer | ArrayBufferView
declare class TextEncoder {
  readonly encoding: 'utf-8'
  encode(text?: string): Uint8Array<ArrayBuffer>
  encodeInto(text: string, target: Uint8Array): { read: number; written: number }
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  readonly encoding: string
  readonly fatal: boolean
  readonly ignoreBOM: boolean
  decode(source?: Bytes, options?: { stream?: boolean }): string
}

type KeyUsage =
  | 'encrypt'
  | 'decrypt'
  | 'sign'
  | 'verify'
  | 'deriveKey'
  | 'deriveBits'
  | 'wrapKey'
  | 'unwrapKey'
interface CryptoKey {
  readonly type: 'public' | 'private' | 'secret'
  readonly extractable: boolean
  readonly usages: KeyUsage[]
  readonly algorithm: KeyAlgorithm
}
interface KeyAlgorithm {
  name: string
  [parameter: string]: unknown
}
interface CryptoKeyPair {
  publicKey: CryptoKey
  privateKey: CryptoKey
}
/** A name such as SHA-256, or an object with `name` and parameters. */
type CryptoAlgorithm = string | KeyAlgorithm
type KeyFormat = 'raw' | 'pkcs8' | 'spki' | 'jwk'
interface SubtleCrypto {
  digest(algorithm: CryptoAlgorithm, data: Bytes): Promise<ArrayBuffer>
  importKey(
    format: KeyFormat,
    data: Bytes | object,
    algorithm: CryptoAlgorithm,
    extractable: boolean,
    usages: KeyUsage[],
  ): Promise<CryptoKey>
  exportKey(format: 'jwk', key: CryptoKey): Promise<Record<string, unknown>>
  exportKey(format: Exclude<KeyFormat, 'jwk'>, key: CryptoKey): Promise<ArrayBuffer>
  generateKey(
    algorithm: { name: 'HMAC' | 'AES-CBC' | 'AES-CTR' | 'AES-GCM'; [parameter: string]: unknown },
    extractable: boolean,
    usages: KeyUsage[],
  ): Promise<CryptoKey>
  generateKey(
    algorithm: CryptoAlgorithm,
    extractable: boolean,
    usages: KeyUsage[],
  ): Promise<CryptoKey | CryptoKeyPair>
  sign(algorithm: CryptoAlgorithm, key: CryptoKey, data: Bytes): Promise<ArrayBuffer>
  verify(algorithm: CryptoAlgorithm, key: CryptoKey, signature: Bytes, data: Bytes): Promise<boolean>
  encrypt(algorithm: KeyAlgorithm, key: CryptoKey, data: Bytes): Promise<ArrayBuffer>
  decrypt(algorithm: KeyAlgorithm, key: CryptoKey, data: Bytes): Promise<ArrayBuffer>
  deriveBits(algorithm: KeyAlgorithm, key: CryptoKey, length?: number | null): Promise<ArrayBuffer>
  deriveKey(
    algorithm: KeyAlgorithm,
    key: CryptoKey,
    derived: CryptoAlgorithm,
    extractable: boolean,
    usages: KeyUsage[],
  ): Promise<CryptoKey>
}
type Integers =
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
declare const crypto: {
  readonly subtle: SubtleCrypto
  getRandomValues<View extends Integers>(view: View): View
  randomUUID(): string
}

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
