import { z } from 'zod'
import { call } from './call.ts'

const Percent = z.int().min(0).max(100)
const ChangeOptions = z
  .strictObject({ keep: z.boolean().default(false) })
  .meta({ id: 'ChangeOptions' })
  .prefault({})
const Stream = z.enum(['media', 'ring', 'alarm'])
const degrees = [z.literal(0), z.literal(90), z.literal(180), z.literal(270)] as const
const on = z.boolean()

/** Settings of the phone. Those that a script changes are restored when it ends, unless it keeps them. */
export const settingCalls = {
  rotation: call({
    args: {},
    gives: z.object({ degrees: z.union(degrees), auto: z.boolean() }).meta({ id: 'Rotation' }),
    needs: ['rotation'],
    example: 'logi(device.rotation().degrees)',
  }),
  setRotation: call({
    args: { to: z.union([...degrees, z.literal('auto')]), options: ChangeOptions },
    needs: ['rotation'],
    example: 'device.setRotation(0)',
  }),
  brightness: call({
    args: {},
    gives: z.number(),
    needs: ['brightness'],
    example: 'logi(device.brightness())',
  }),
  setBrightness: call({
    args: { percent: Percent, options: ChangeOptions },
    needs: ['brightness'],
    example: 'device.setBrightness(30)',
  }),
  volume: call({
    args: { stream: Stream.default('media') },
    gives: z.number(),
    needs: ['volume'],
    example: "logi(device.volume('ring'))",
  }),
  setVolume: call({
    args: { stream: Stream, percent: Percent, options: ChangeOptions },
    needs: ['volume'],
    example: "device.setVolume('media', 0)",
  }),
  wifi: call({
    args: {},
    gives: z.object({ on: z.boolean(), name: z.string() }).meta({ id: 'WifiState' }),
    needs: ['wifi'],
    example: "if (!device.wifi().on) logw('Wi-Fi is off')",
  }),
  setWifi: call({
    args: { on, options: ChangeOptions },
    needs: ['wifi'],
    example: 'device.setWifi(true, { keep: true })',
  }),
  airplaneMode: call({
    args: {},
    gives: z.boolean(),
    needs: ['wifi'],
    example: 'logi(device.airplaneMode())',
  }),
  setAirplaneMode: call({
    args: { on, options: ChangeOptions },
    needs: ['wifi'],
    example: 'if (device.airplaneMode()) device.setAirplaneMode(false)',
  }),
  stayAwake: call({
    args: {},
    gives: z.boolean(),
    needs: ['screenPower'],
    example: 'logi(device.stayAwake())',
  }),
  setStayAwake: call({
    args: { on, options: ChangeOptions },
    needs: ['screenPower'],
    example: 'device.setStayAwake(true)',
  }),
  isScreenOn: call({
    args: {},
    gives: z.boolean(),
    needs: ['screenPower'],
    example: "if (!device.isScreenOn()) device.key('unlock')",
  }),
  setScreenOn: call({ args: { on }, needs: ['screenPower'], example: 'device.setScreenOn(true)' }),
}
