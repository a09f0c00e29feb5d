interface Completion {
  label: string
  /** The hint in the editor's list. */
  detail: string
  type: 'function' | 'variable' | 'namespace'
}

const fn = (label: string, detail: string): Completion => ({ label, detail, type: 'function' })

/** The functions that scripts may call, by object; docs/script-api.md explains each. */
export const scriptCompletions: Record<string, Completion[]> = {
  '': [
    { label: 'ecloud', detail: 'cloud control', type: 'namespace' },
    { label: 'device', detail: 'this phone', type: 'namespace' },
    { label: 'http', detail: 'calls outside', type: 'namespace' },
    fn('sleep', '(ms)'),
    fn('logd', '(…values)'),
    fn('logi', '(…values)'),
    fn('logw', '(…values)'),
    fn('loge', '(…values)'),
  ],
  ecloud: [
    fn('log', '(…values)'),
    fn('getDeviceNo', '() → string'),
    fn('getDeviceId', '() → string'),
    fn('getCloudUrl', '() → string'),
    fn('getTaskInfo', '() → { taskId, valueJson, … }'),
    fn('removeScriptFile', '()'),
    fn('getData', '({ groupName, dataName? })'),
    fn('getDataPop', '({ groupName, getType, size })'),
    fn('addData', '({ groupName, dataName, content })'),
    fn('updateData', '({ groupName, dataName, content })'),
    fn('removeData', '({ groupName, dataName? })'),
    fn('appendOneLineData', '({ groupName, dataName, content })'),
    fn('removeOneLineData', '({ groupName, dataName, content })'),
    fn('leaseData', '({ groupName, size, seconds })'),
    fn('ackData', '({ leaseId, ids? })'),
    fn('returnData', '({ leaseId, ids? })'),
    fn('dynamicCreateTable', '({ tableName, tableNameEn, columns })'),
    fn('dynamicQuery', '({ tableNameEn, search, query, order })'),
    fn('dynamicAdd', '({ tableNameEn, columns })'),
    fn('dynamicUpdate', '({ tableNameEn, columns, search })'),
    fn('dynamicRemove', '({ tableNameEn, search })'),
    fn('addCache', '({ cacheKey, dataType, content, expireTime })'),
    fn('getCache', '({ cacheKey })'),
    fn('updateCache', '({ cacheKey, dataType, content })'),
    fn('updateCacheExpire', '({ cacheKey, expireTime })'),
    fn('getCacheExpire', '({ cacheKey })'),
    fn('removeCache', '({ cacheKey })'),
    fn('appendOneLineCache', '({ cacheKey, content })'),
    fn('removeOneLineCache', '({ cacheKey, content })'),
    fn('incrementCache', '({ cacheKey, step })'),
    fn('decrementCache', '({ cacheKey, step })'),
    fn('popPushCache', '({ cacheKey, pushKey? })'),
  ],
  device: [
    fn('size', '() → { width, height }'),
    fn('tap', '(x, y)'),
    fn('longTap', '(x, y, ms = 800)'),
    fn('swipe', '(x1, y1, x2, y2, ms = 300)'),
    fn('text', '(text)'),
    fn('key', '(name)'),
    fn('screenshot', '({ scale, quality })'),
    fn('color', '(x, y) → "#rrggbb"'),
    fn('findColor', '("#rrggbb", { tolerance, x, y, width, height })'),
    fn('cut', '(x, y, width, height) → PNG, base64'),
    fn('findPicture', '(base64, { tolerance, share, x, y, width, height }) → { x, y } | null'),
    fn('texts', '() → [{ text, x, y, width, height }]'),
    fn('findText', '(text) → { x, y } | null'),
    fn('parts', '() → [{ id, text, x, y, width, height }]'),
    fn('findId', '(id) → { x, y } | null'),
    fn('launch', '(app)'),
    fn('shell', '(line) → string'),
    fn('status', '() → { battery, … }'),
    fn('clipboard', '() → string'),
    fn('setClipboard', '(text)'),
  ],
  http: [fn('request', '({ url, method, headers, body, timeout })')],
}
