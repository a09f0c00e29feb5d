import { z } from 'zod'
import { call } from './call.ts'
import { capabilities } from './capabilities.ts'

const words = z.string().max(10_000)

/** Apps, files and settings of the phone. */
export const phoneCalls = {
  can: call({
    args: { capability: z.enum(capabilities).meta({ id: 'Capability' }) },
    gives: z.boolean(),
    example: "if (!device.can('clipboard')) logw('no clipboard here')",
  }),
  launch: call({ args: { app: words }, needs: ['apps'], example: "device.launch('notes')" }),
  shell: call({
    args: { line: words },
    gives: z.string(),
    needs: ['shell'],
    example: "logi(device.shell('getprop ro.product.model'))",
  }),
  status: call({
    args: {},
    gives: z
      .looseObject({
        battery: z.number().optional(),
        charging: z.boolean().optional(),
        batteryTemp: z.number().optional(),
        brightness: z.number().optional(),
        sdCardSpace: z.number().optional(),
        sdCardLeftSpace: z.number().optional(),
        totalMemory: z.number().optional(),
        availMemory: z.number().optional(),
      })
      .meta({ id: 'PhoneStatus' }),
    example: "if ((device.status().battery ?? 100) < 20) logw('low battery')",
  }),
  clipboard: call({
    args: {},
    gives: z.string(),
    needs: ['clipboard'],
    example: 'logi(device.clipboard())',
  }),
  setClipboard: call({
    args: { words: z.string().max(100_000) },
    needs: ['clipboard'],
    example: "device.setClipboard('hello')",
  }),
}
