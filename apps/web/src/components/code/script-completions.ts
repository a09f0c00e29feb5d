import { type ScriptFunction, type ScriptObject, scriptApi } from '@fleetdeck/contract/script-api'

interface Completion {
  label: string
  /** The hint in the editor's list. */
  detail: string
  type: 'function' | 'namespace'
}

/** Parameters and results, by object; docs/script-api.md explains each function. */
const hints: { [Of in ScriptObject]: Record<ScriptFunction<Of>, string> } = {
  '': {
    sleep: '(ms)',
    logd: '(…values)',
    logi: '(…values)',
    logw: '(…values)',
    loge: '(…values)',
    setTimeout: '(act, ms)',
    setInterval: '(act, ms)',
    clearTimeout: '(id)',
    clearInterval: '(id)',
  },
  console: {
    debug: '(…values)',
    log: '(…values)',
    info: '(…values)',
    warn: '(…values)',
    error: '(…values)',
  },
  ecloud: {
    log: '(…values)',
    getDeviceNo: '() → string',
    getDeviceId: '() → string',
    getCloudUrl: '() → string',
    getTaskInfo: '() → { taskId, valueJson, … }',
    removeScriptFile: '()',
    getData: '({ groupName, dataName? })',
    getDataPop: '({ groupName, getType, size })',
    addData: '({ groupName, dataName, content })',
    updateData: '({ groupName, dataName, content })',
    removeData: '({ groupName, dataName? })',
    appendOneLineData: '({ groupName, dataName, content })',
    removeOneLineData: '({ groupName, dataName, content })',
    leaseData: '({ groupName, size, seconds })',
    ackData: '({ leaseId, ids? })',
    returnData: '({ leaseId, ids? })',
    dynamicCreateTable: '({ tableName, tableNameEn, columns })',
    dynamicQuery: '({ tableNameEn, search, query, order })',
    dynamicAdd: '({ tableNameEn, columns })',
    dynamicUpdate: '({ tableNameEn, columns, search })',
    dynamicRemove: '({ tableNameEn, search })',
    addCache: '({ cacheKey, dataType, content, expireTime })',
    getCache: '({ cacheKey })',
    updateCache: '({ cacheKey, dataType, content })',
    updateCacheExpire: '({ cacheKey, expireTime })',
    getCacheExpire: '({ cacheKey })',
    removeCache: '({ cacheKey })',
    appendOneLineCache: '({ cacheKey, content })',
    removeOneLineCache: '({ cacheKey, content })',
    incrementCache: '({ cacheKey, step })',
    decrementCache: '({ cacheKey, step })',
    popPushCache: '({ cacheKey, pushKey? })',
  },
  device: {
    size: '() → { width, height }',
    tap: '(x, y)',
    longTap: '(x, y, ms = 800)',
    swipe: '(x1, y1, x2, y2, ms = 300)',
    text: '(text)',
    key: '(name)',
    screenshot: '({ scale, quality })',
    color: '(x, y) → "#rrggbb"',
    findColor: '("#rrggbb", { tolerance, x, y, width, height })',
    cut: '(x, y, width, height) → PNG, base64',
    findPicture: '(base64, { tolerance, share, x, y, width, height }) → { x, y } | null',
    texts: '() → [{ text, x, y, width, height }]',
    findText: '(text) → { x, y } | null',
    parts: '() → [{ id, text, x, y, width, height }]',
    findId: '(id) → { x, y } | null',
    launch: '(app)',
    shell: '(line) → string',
    status: '() → { battery, … }',
    clipboard: '() → string',
    setClipboard: '(text)',
  },
  http: {
    request: '({ url, method, headers, body, timeout })',
  },
}

const objects: Completion[] = [
  { label: 'ecloud', detail: 'cloud control', type: 'namespace' },
  { label: 'device', detail: 'this phone', type: 'namespace' },
  { label: 'http', detail: 'calls outside', type: 'namespace' },
]

/** What the editor suggests after an object's name, and anywhere else ('' with the objects). */
export function completionsOf(object: string): Completion[] {
  if (!Object.hasOwn(scriptApi, object)) return []
  const functions = Object.entries(hints[object as ScriptObject])
  return [
    ...(object ? [] : objects),
    ...functions.map(([label, detail]) => ({ label, detail, type: 'function' as const })),
  ]
}
