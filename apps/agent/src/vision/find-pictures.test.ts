import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { findPicture, type PictureSearch } from './find-pictures.ts'
import { Picture } from './pictures.ts'
import { readScreenSize, withScreenSize } from './png-text.ts'
import { Screen } from './screen.ts'
import { SimdKernel } from './simd-kernel.ts'
import { pictureCases } from './testing/picture-cases.ts'

const kernel = new SimdKernel()

function searchOf(screen: Screen, more: Partial<PictureSearch> = {}): PictureSearch {
  const { width, height } = screen.pixels
  return {
    region: { x: 0, y: 0, width, height },
    threshold: 0.8,
    tolerance: 32,
    screenWidth: undefined,
    all: false,
    ...more,
  }
}

const paint = (width: number, height: number, draw: (pen: ReturnType<typeof penOf>) => void) => {
  const canvas = createCanvas(width, height)
  draw(penOf(canvas))
  return canvas
}
const penOf = (canvas: Canvas) => canvas.getContext('2d')
const screenOf = (canvas: Canvas) =>
  new Screen({
    width: canvas.width,
    height: canvas.height,
    rgba: penOf(canvas).getImageData(0, 0, canvas.width, canvas.height).data,
  })
const base64 = (canvas: Canvas) => canvas.toBuffer('image/png').toString('base64')

function drawSign(pen: ReturnType<typeof penOf>, x: number, y: number): void {
  pen.fillStyle = '#1677ff'
  pen.fillRect(x, y, 40, 40)
  pen.fillStyle = '#ffffff'
  pen.fillRect(x + 8, y + 8, 24, 6)
  pen.fillRect(x + 8, y + 20, 10, 14)
}
const sign = () => Picture.decode(base64(paint(40, 40, (pen) => drawSign(pen, 0, 0))))

test('finds pictures in other sizes, brightness, JPEG and dark mode, and no near-duplicates', async () => {
  const wrong: string[] = []
  let count = 0
  for await (const { name, picture, pictureScreenWidth, screen, expected } of pictureCases({ share: 0.12 })) {
    count += 1
    const seen = screenOf(screen)
    const search = searchOf(seen, { screenWidth: pictureScreenWidth })
    const [found] = findPicture(kernel, seen, await Picture.decode(picture), search)
    const isNear =
      found !== undefined &&
      expected !== undefined &&
      Math.hypot(found.x + found.width / 2 - expected.x, found.y + found.height / 2 - expected.y) <
        screen.width / 90
    if (expected ? !isNear : found) wrong.push(name)
  }
  expect(count).toBeGreaterThan(25)
  expect(wrong).toEqual([])
})

test.each([
  ['cut upright, on its side', { width: 400, height: 800 }, { width: 1200, height: 600 }],
  ['cut on its side, upright', { width: 800, height: 400 }, { width: 600, height: 1200 }],
  ['cut upright, upright', { width: 400, height: 900 }, { width: 600, height: 1200 }],
])('finds a picture that was %s', async (_name, cutFrom, size) => {
  const screen = screenOf(
    paint(size.width, size.height, (pen) => {
      pen.fillStyle = '#eeeeee'
      pen.fillRect(0, 0, size.width, size.height)
      pen.scale(1.5, 1.5)
      drawSign(pen, 200, 100)
    }),
  )
  const png = paint(40, 40, (pen) => drawSign(pen, 0, 0)).toBuffer('image/png')
  const picture = await Picture.decode(withScreenSize(png, cutFrom).toString('base64'))
  const [found] = findPicture(kernel, screen, picture, searchOf(screen))
  expect(found).toMatchObject({ width: 60, height: 60 })
})

test('guesses the size of a picture from an unknown screen', async () => {
  const screen = screenOf(
    paint(800, 1200, (pen) => {
      pen.fillStyle = '#eeeeee'
      pen.fillRect(0, 0, 800, 1200)
      pen.scale(1.5, 1.5)
      drawSign(pen, 200, 300)
    }),
  )
  const [found] = findPicture(kernel, screen, await sign(), searchOf(screen))
  expect(found).toMatchObject({ width: 60, height: 60 })
  expect(Math.abs((found?.x ?? 0) - 300)).toBeLessThan(3)
  expect(Math.abs((found?.y ?? 0) - 450)).toBeLessThan(3)
})

test('finds all places of a picture, or only those in a region', async () => {
  const places = [
    [30, 40],
    [200, 45],
    [111, 333],
  ] as const
  const screen = screenOf(
    paint(400, 600, (pen) => {
      pen.fillStyle = '#223344'
      pen.fillRect(0, 0, 400, 600)
      for (const [x, y] of places) drawSign(pen, x, y)
    }),
  )
  const known = { screenWidth: 400 }
  const all = findPicture(kernel, screen, await sign(), searchOf(screen, { ...known, all: true }))
  expect(all.map(({ x, y }) => [x, y]).sort()).toEqual(places.map((place) => [...place]).sort())
  const region = { x: 150, y: 0, width: 200, height: 200 }
  const [right, ...others] = findPicture(
    kernel,
    screen,
    await sign(),
    searchOf(screen, { ...known, region, all: true }),
  )
  expect(right).toMatchObject({ x: 200, y: 45, score: expect.closeTo(1, 3) })
  expect(others).toEqual([])
})

test('refuses pictures that cannot be found', async () => {
  const screen = screenOf(paint(200, 200, (pen) => drawSign(pen, 10, 10)))
  const find = async (picture: string, more?: Partial<PictureSearch>) =>
    findPicture(kernel, screen, await Picture.decode(picture), searchOf(screen, more))
  const flat = base64(
    paint(20, 20, (pen) => {
      pen.fillStyle = '#1677ff'
      pen.fillRect(0, 0, 20, 20)
    }),
  )
  const large = base64(paint(300, 100, (pen) => drawSign(pen, 10, 10)))
  const tiny = base64(paint(3, 3, (pen) => drawSign(pen, 0, 0)))
  await expect(find('AAAA')).rejects.toMatchObject({ refusal: 'pictureUnreadable' })
  await expect(find('')).rejects.toMatchObject({ refusal: 'pictureUnreadable' })
  await expect(find(flat)).rejects.toMatchObject({ refusal: 'pictureFlat' })
  await expect(find(large, { screenWidth: 200 })).rejects.toMatchObject({ refusal: 'pictureExceedsScreen' })
  await expect(find(tiny, { screenWidth: 200 })).rejects.toMatchObject({ refusal: 'pictureTooSmall' })
  const huge = base64(createCanvas(5000, 4000))
  await expect(find(huge)).rejects.toMatchObject({ refusal: 'pictureTooLarge' })
})

test('a PNG carries the size of its screen', () => {
  const png = paint(20, 20, (pen) => drawSign(pen, 0, 0)).toBuffer('image/png')
  expect(readScreenSize(png)).toBeUndefined()
  expect(readScreenSize(withScreenSize(png, { width: 1080, height: 2400 }))).toEqual({
    width: 1080,
    height: 2400,
  })
  expect(readScreenSize(Buffer.from('no picture'))).toBeUndefined()
  expect(readScreenSize(Buffer.alloc(0))).toBeUndefined()
})
