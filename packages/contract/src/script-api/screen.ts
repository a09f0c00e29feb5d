import { z } from 'zod'
import { call } from './call.ts'
import { ColorText, Length, Milliseconds, Picture, PointShape, Position, regionFields } from './shapes.ts'

const tolerance = z.number().min(0).max(255)
const percent = z.number().min(1).max(100)
const fraction = z.number().min(0).max(1)
const maxAge = z.number().min(0).max(600_000).default(0)
const ColorPoint = z.strictObject({ x: Position, y: Position, color: ColorText }).meta({ id: 'ColorPoint' })
const RelativeColor = z.tuple([z.int().min(-10_000).max(10_000), z.int().min(-10_000).max(10_000), ColorText])

const look = { ...regionFields, maxAge }
/** Whether a frame of the running video is enough; it depends on other options where it is missing. */
const live = {
  always: z.boolean().default(true),
  onWish: z.boolean().default(false),
  byOptions: z.boolean().optional(),
}
const FrameOptions = z.strictObject({ maxAge, live: live.onWish }).meta({ id: 'FrameOptions' }).prefault({})
const ColorOptions = z
  .strictObject({ tolerance: tolerance.default(0), ...look, live: live.byOptions })
  .meta({ id: 'FindColorOptions' })
  .prefault({})
const pictureFields = {
  threshold: fraction.optional(),
  tolerance: tolerance.default(32),
  share: z.number().min(0.1).max(1).default(0.9),
  screenWidth: z.int().min(1).max(10_000).optional(),
  ...look,
  live: live.always,
}
const match = {
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  score: z.number(),
}
const waitFields = {
  ...regionFields,
  live: live.always,
  timeout: Milliseconds.default(10_000),
  threshold: fraction.default(0.01),
}

/** What the screen shows, as pixels. */
export const screenCalls = {
  freeze: call({
    args: { options: FrameOptions },
    gives: z.object({ width: z.number(), height: z.number(), at: z.number() }).meta({ id: 'Frame' }),
    needs: ['pixels'],
    example: "device.freeze()\nlogi(device.color(10, 10), device.findColor('#ff5722'))\ndevice.unfreeze()",
  }),
  unfreeze: call({ args: {}, example: 'device.unfreeze()' }),
  screenshot: call({
    args: {
      options: z
        .strictObject({
          scale: percent.default(100),
          quality: percent.default(80),
          format: z.enum(['jpeg', 'png']).default('jpeg'),
          ...look,
          live: live.byOptions,
        })
        .meta({ id: 'ScreenshotOptions' })
        .prefault({}),
    },
    gives: z
      .object({
        width: z.number(),
        height: z.number(),
        jpeg: z.string().optional(),
        png: z.string().optional(),
      })
      .meta({ id: 'Screenshot' }),
    needs: ['pixels'],
    example: "const { width, jpeg = '' } = device.screenshot({ scale: 50 })\nlogi(width, jpeg.length)",
  }),
  color: call({
    args: { x: Position, y: Position, options: FrameOptions },
    gives: z.string(),
    needs: ['pixels'],
    example: "if (device.color(10, 10) !== '#ffffff') logi('not white')",
  }),
  findColor: call({
    args: { color: ColorText, options: ColorOptions },
    gives: PointShape.nullable(),
    needs: ['pixels'],
    example: "const at = device.findColor('#ff5722', { tolerance: 16 })\nif (at) device.tap(at.x, at.y)",
  }),
  findColors: call({
    args: { color: ColorText, others: z.array(RelativeColor).max(100), options: ColorOptions },
    gives: PointShape.nullable(),
    needs: ['pixels'],
    example:
      "const at = device.findColors('#ff5722', [[8, 0, '#ffffff'], [0, 8, '#ff5722']], { tolerance: 16 })",
  }),
  compareColors: call({
    args: {
      points: z.array(ColorPoint).min(1).max(200),
      options: z
        .strictObject({ tolerance: tolerance.default(0), maxAge, live: live.byOptions })
        .meta({ id: 'CompareColorsOptions' })
        .prefault({}),
    },
    gives: z.boolean(),
    needs: ['pixels'],
    example: "logi(device.compareColors([{ x: 10, y: 10, color: '#ffffff' }], { tolerance: 16 }))",
  }),
  cut: call({
    args: { x: Position, y: Position, width: Length, height: Length, options: FrameOptions },
    gives: z.string(),
    needs: ['pixels'],
    example: 'const picture = device.cut(0, 0, 60, 60)\nlogi(picture.length)',
  }),
  findPicture: call({
    args: {
      picture: Picture,
      options: z.strictObject(pictureFields).meta({ id: 'FindPictureOptions' }).prefault({}),
    },
    gives: z.object(match).meta({ id: 'PictureMatch' }).nullable(),
    needs: ['pixels'],
    example: [
      'const { width, height } = device.size()',
      'const picture = device.cut(0, 0, width, Math.floor(height / 2))',
      'const found = device.findPicture(picture)',
      'if (found) device.tap(found.x, found.y)',
    ].join('\n'),
  }),
  findPictures: call({
    args: {
      pictures: z.union([z.array(Picture).min(1).max(50), z.record(z.string().max(100), Picture)]),
      options: z
        .strictObject({ all: z.boolean().default(false), ...pictureFields })
        .meta({ id: 'FindPicturesOptions' })
        .prefault({}),
    },
    gives: z.array(
      z.object({ name: z.union([z.string(), z.number()]), ...match }).meta({ id: 'NamedPictureMatch' }),
    ),
    needs: ['pixels'],
    example: [
      'const { width, height } = device.size()',
      'const top = device.cut(0, 0, width, Math.floor(height / 2))',
      'const [best] = device.findPictures({ top })',
      'if (best) logi(best.name, best.score)',
    ].join('\n'),
  }),
  waitForChange: call({
    args: { options: z.strictObject(waitFields).meta({ id: 'WaitForChangeOptions' }).prefault({}) },
    gives: z.boolean(),
    needs: ['pixels'],
    example: "if (!device.waitForChange({ timeout: 500 })) logi('nothing has changed')",
  }),
  waitForStill: call({
    args: {
      options: z
        .strictObject({ ...waitFields, still: Milliseconds.default(500) })
        .meta({ id: 'WaitForStillOptions' })
        .prefault({}),
    },
    gives: z.boolean(),
    needs: ['pixels'],
    example: "if (!device.waitForStill({ timeout: 2000 })) logi('the screen still moves')",
  }),
  ocr: call({
    args: {
      options: z
        .strictObject({ scale: z.number().min(0.1).max(1).optional(), ...look, live: live.always })
        .meta({ id: 'OcrOptions' })
        .prefault({}),
    },
    gives: z.array(
      z
        .object({
          text: z.string(),
          x: z.number(),
          y: z.number(),
          width: z.number(),
          height: z.number(),
          confidence: z.number(),
        })
        .meta({ id: 'RecognisedText' }),
    ),
    needs: ['ocr'],
    example:
      "if (device.can('ocr')) for (const { text, x, y } of device.ocr({ region: { x: 0, y: 0, width: 400, height: 300 } }))\n  logi(text, x, y)",
  }),
}
