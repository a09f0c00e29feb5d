import { z } from 'zod'
import { call } from './call.ts'

const values = z.unknown()
const Act = z
  .custom<(...args: never[]) => void>((act) => typeof act === 'function')
  .meta({ ts: '(...args: any[]) => void' })
/** Up to the longest timer of browsers. */
const Duration = z.number().min(0).max(2_147_483_647)
const isFunction = (work: unknown) => typeof work === 'function'
const timerId = z.int().optional()
const log = (name: string) =>
  call({ args: { values }, isRest: true, isLocal: true, example: `${name}('price', 12.5)` })

/** Functions outside of any object. */
export const globalCalls = {
  sleep: call({ args: { ms: z.number() }, isLocal: true, example: 'sleep(20)' }),
  pause: call({
    args: { least: Duration, most: Duration.optional() },
    isLocal: true,
    gives: z.number(),
    example: 'pause(20, 60)',
  }),
  random: call({
    args: { least: z.number().optional(), most: z.number().optional() },
    isLocal: true,
    gives: z.number(),
    example: 'logi(random(1, 6), random(0.5, 1.5), random())',
  }),
  randomItem: call({
    args: { list: z.array(z.any()) },
    isLocal: true,
    gives: z.any(),
    example: "logi(randomItem(['red', 'green', 'blue']))",
  }),
  randomSeed: call({
    args: { seed: z.number() },
    isLocal: true,
    example: 'randomSeed(7)\nlogi(random(1, 6))',
  }),
  retry: call({
    args: {
      work: z.custom<(attempt: number) => unknown>(isFunction).meta({ ts: '(attempt: number) => any' }),
      options: z
        .strictObject({ times: z.int().min(1).max(1000).default(3), delay: Duration.default(1000) })
        .meta({ id: 'RetryOptions' })
        .prefault({}),
    },
    isLocal: true,
    gives: z.any(),
    example: "retry((attempt) => { if (attempt < 2) throw new Error('not yet') }, { delay: 20 })",
  }),
  withTimeout: call({
    args: {
      ms: Duration,
      work: z.custom<() => unknown>(isFunction).meta({ ts: '() => any' }),
    },
    isLocal: true,
    gives: z.any(),
    example: [
      'try {',
      '  withTimeout(50, () => sleep(1000))',
      '} catch (error) {',
      "  if (error instanceof Error && error.name === 'TimeoutError') logw('too slow')",
      '}',
    ].join('\n'),
  }),
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
