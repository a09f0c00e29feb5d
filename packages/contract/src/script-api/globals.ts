import { z } from 'zod'
import { call } from './call.ts'

const values = z.unknown()
const Act = z
  .custom<(...args: never[]) => void>((act) => typeof act === 'function')
  .meta({ ts: '(...args: any[]) => void' })
const timerId = z.int().optional()
const log = (name: string) =>
  call({ args: { values }, isRest: true, isLocal: true, example: `${name}('price', 12.5)` })

/** Functions outside of any object. */
export const globalCalls = {
  sleep: call({ args: { ms: z.number() }, isLocal: true, example: 'sleep(20)' }),
  logd: log('logd'),
  logi: log('logi'),
  logw: log('logw'),
  loge: log('loge'),
  setTimeout: call({
    args: { act: Act, ms: z.number().optional(), args: z.unknown() },
    isRest: true,
    isLocal: true,
    gives: z.int(),
    example: "setTimeout(() => logi('later'), 20)",
  }),
  setInterval: call({
    args: { act: Act, ms: z.number().optional(), args: z.unknown() },
    isRest: true,
    isLocal: true,
    gives: z.int(),
    example: 'const id = setInterval(() => clearInterval(id), 10)',
  }),
  clearTimeout: call({
    args: { id: timerId },
    isLocal: true,
    example: 'clearTimeout(setTimeout(() => {}, 1000))',
  }),
  clearInterval: call({
    args: { id: timerId },
    isLocal: true,
    example: 'clearInterval(setInterval(() => {}, 1000))',
  }),
}

export const consoleCalls = {
  debug: log('console.debug'),
  log: log('console.log'),
  info: log('console.info'),
  warn: log('console.warn'),
  error: log('console.error'),
}
