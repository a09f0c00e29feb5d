import { z } from 'zod'
import { call } from './call.ts'

/** One line without a NUL: adb and the phone's shell get it. */
const Path = z
  .string()
  .min(1)
  .max(1000)
  .regex(/^[^\0\r\n]+$/)
  .meta({ format: '/sdcard/…' })
const maxCharacters = 1024 * 1024

const FileShape = z
  .object({ name: z.string(), isFolder: z.boolean(), size: z.number(), time: z.number() })
  .meta({ id: 'PhoneFile' })

/** Files of the phone's storage. */
export const fileCalls = {
  listFiles: call({
    args: { folder: Path.default('/sdcard') },
    gives: z.array(FileShape),
    needs: ['files'],
    example: "for (const { name, size } of device.listFiles('Download')) logi(name, size)",
  }),
  fileExists: call({
    args: { path: Path },
    gives: z.boolean(),
    needs: ['files'],
    example: "logi(device.fileExists('Download/prices.csv'))",
  }),
  readFile: call({
    args: { path: Path },
    gives: z.string(),
    needs: ['files'],
    example: "if (device.fileExists('Download/prices.csv')) logi(device.readFile('Download/prices.csv'))",
  }),
  writeFile: call({
    args: { path: Path, text: z.string().max(maxCharacters) },
    needs: ['files'],
    example: "device.writeFile('Download/prices.csv', 'name,price\\ntea,6.40\\n')",
  }),
  removeFile: call({
    args: { path: Path },
    needs: ['files'],
    example: "if (device.fileExists('Download/prices.csv')) device.removeFile('Download/prices.csv')",
  }),
  scanMedia: call({
    args: { path: Path },
    needs: ['files'],
    example: "if (device.fileExists('DCIM/a.jpg')) device.scanMedia('DCIM/a.jpg')",
  }),
}
