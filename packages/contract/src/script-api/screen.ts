import { z } from 'zod'
import { call } from './call.ts'
import { ColorText, Length, Picture, PointShape, Position, regionFields } from './shapes.ts'

const tolerance = z.number().min(0).max(255)
const percent = z.number().min(1).max(100)

/** What the screen shows, as pixels. */
export const screenCalls = {
  screenshot: call({
    args: {
      options: z
        .strictObject({ scale: percent.default(100), quality: percent.default(80) })
        .meta({ id: 'ScreenshotOptions' })
        .prefault({}),
    },
    gives: z.object({ width: z.number(), height: z.number(), jpeg: z.string() }).meta({ id: 'Screenshot' }),
    example: 'const { width, jpeg } = device.screenshot({ scale: 50 })\nlogi(width, jpeg.length)',
  }),
  color: call({
    args: { x: Position, y: Position },
    gives: z.string(),
    needs: ['pixels'],
    example: "if (device.color(10, 10) !== '#ffffff') logi('not white')",
  }),
  findColor: call({
    args: {
      color: ColorText,
      options: z
        .strictObject({ tolerance: tolerance.default(0), ...regionFields })
        .meta({ id: 'FindColorOptions' })
        .prefault({}),
    },
    gives: PointShape.nullable(),
    needs: ['pixels'],
    example: "const at = device.findColor('#ff5722', { tolerance: 16 })\nif (at) device.tap(at.x, at.y)",
  }),
  cut: call({
    args: { x: Position, y: Position, width: Length, height: Length },
    gives: z.string(),
    needs: ['pixels'],
    example: 'const picture = device.cut(0, 0, 60, 60)\nlogi(picture.length)',
  }),
  findPicture: call({
    args: {
      picture: Picture,
      options: z
        .strictObject({
          tolerance: tolerance.default(32),
          share: z.number().min(0.1).max(1).default(0.9),
          ...regionFields,
        })
        .meta({ id: 'FindPictureOptions' })
        .prefault({}),
    },
    gives: z
      .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
      .meta({ id: 'PictureMatch' })
      .nullable(),
    needs: ['pixels'],
    example: [
      'const picture = device.cut(0, 0, 60, 60)',
      'const found = device.findPicture(picture)',
      'if (found) device.tap(found.x, found.y)',
    ].join('\n'),
  }),
}
