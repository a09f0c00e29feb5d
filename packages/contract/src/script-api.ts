import { appCalls } from './script-api/apps.ts'
import { ecloudCalls } from './script-api/ecloud.ts'
import { elementCalls } from './script-api/elements.ts'
import { fileCalls } from './script-api/files.ts'
import { consoleCalls, globalCalls } from './script-api/globals.ts'
import { httpCalls } from './script-api/http.ts'
import { operatorCalls } from './script-api/operators.ts'
import { phoneCalls } from './script-api/phone.ts'
import { screenCalls } from './script-api/screen.ts'
import { settingCalls } from './script-api/settings.ts'
import { touchCalls } from './script-api/touch.ts'

/**
 * The functions that the sandbox of scripts offers, by object; '' are globals. This is their only source: the agent
 * checks arguments by it, and editors' types, completions and docs/script-api.md are made from it (`npm run
 * script-api`). A new call is declared in the file of its area in `script-api/`, described in i18n's `script-api/` in
 * three languages, and handled in the file of its area in the agent's `scripts/calls/`.
 */
export const scriptCalls = {
  '': { ...globalCalls, ...operatorCalls },
  console: consoleCalls,
  device: {
    ...touchCalls,
    ...screenCalls,
    ...elementCalls,
    ...phoneCalls,
    ...appCalls,
    ...settingCalls,
    ...fileCalls,
  },
  ecloud: ecloudCalls,
  http: httpCalls,
} as const

export type ScriptObject = keyof typeof scriptCalls
export const scriptObjects = Object.keys(scriptCalls) as ScriptObject[]

/** `device.tap`, or `sleep` of the global functions. */
export const callPath = (object: ScriptObject, name: string): string => (object ? `${object}.${name}` : name)

/** The names of the functions of an object. */
export const functionsOf = (object: ScriptObject): string[] => Object.keys(scriptCalls[object])

/** The globals of the sandbox that browsers have, too, and `site`, which has the site's time zone. */
export const scriptBuiltins: readonly string[] = [
  'AggregateError',
  'Array',
  'ArrayBuffer',
  'BigInt',
  'BigInt64Array',
  'BigUint64Array',
  'Boolean',
  'DOMException',
  'DataView',
  'Date',
  'Error',
  'EvalError',
  'FinalizationRegistry',
  'Float16Array',
  'Float32Array',
  'Float64Array',
  'Function',
  'Infinity',
  'Int16Array',
  'Int32Array',
  'Int8Array',
  'InternalError',
  'Intl',
  'Iterator',
  'JSON',
  'Map',
  'Math',
  'NaN',
  'Number',
  'Object',
  'Promise',
  'Proxy',
  'RangeError',
  'ReferenceError',
  'Reflect',
  'RegExp',
  'Set',
  'SharedArrayBuffer',
  'String',
  'Symbol',
  'SyntaxError',
  'TextDecoder',
  'TextEncoder',
  'TypeError',
  'URIError',
  'URL',
  'URLSearchParams',
  'Uint16Array',
  'Uint32Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'WeakMap',
  'WeakRef',
  'WeakSet',
  'atob',
  'btoa',
  'crypto',
  'decodeURI',
  'decodeURIComponent',
  'encodeURI',
  'encodeURIComponent',
  'escape',
  'eval',
  'globalThis',
  'isFinite',
  'isNaN',
  'parseFloat',
  'parseInt',
  'performance',
  'queueMicrotask',
  'site',
  'structuredClone',
  'undefined',
  'unescape',
]
