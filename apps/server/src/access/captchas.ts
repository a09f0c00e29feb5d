import { randomInt } from 'node:crypto'
import { createRequire } from 'node:module'
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import { eq, lt } from 'drizzle-orm'
import { siteMs, siteNow } from '../platform/core/site-clock.ts'
import { newToken } from '../platform/core/tokens.ts'
import type { Db } from '../platform/db/db.ts'
import { captchas } from '../platform/db/schema/captchas.ts'

/** Without characters that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const lifeMs = 120_000
const size = { width: 240, height: 80 }
const font = 'Captcha'

export interface DrawnCaptcha {
  key: string
  /** PNG. */
  image: Buffer
}

/** Stored in the database, so that any server of the installation can check an answer. Each can be used once. */
export async function drawCaptcha(db: Db): Promise<DrawnCaptcha> {
  const answer = Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  const key = newToken()
  await db.delete(captchas).where(lt(captchas.expiresAt, siteNow()))
  await db.insert(captchas).values({ key, answer, expiresAt: new Date(siteMs() + lifeMs) })
  return { key, image: await drawing(answer) }
}

/** Uses the captcha up, whether the answer is right or wrong. */
export async function captchaMatches(db: Db, key: string, answer: string): Promise<boolean> {
  const [row] = await db.delete(captchas).where(eq(captchas.key, key)).returning()
  return row !== undefined && row.expiresAt > siteNow() && row.answer === answer.trim().toLowerCase()
}

async function drawing(text: string): Promise<Buffer> {
  if (!GlobalFonts.has(font)) {
    const file = createRequire(import.meta.url).resolve(
      '@fontsource/noto-sans-sc/files/noto-sans-sc-latin-700-normal.woff2',
    )
    GlobalFonts.registerFromPath(file, font)
  }
  const canvas = createCanvas(size.width, size.height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#f5f7fa'
  context.fillRect(0, 0, size.width, size.height)
  for (let line = 0; line < 6; line++) scribble(context)
  for (const [index, letter] of [...text].entries()) drawLetter(context, letter, index)
  scribble(context)
  return canvas.encode('png')
}

function drawLetter(context: SKRSContext2D, letter: string, index: number) {
  context.save()
  context.translate(40 + index * 54, 54 + randomInt(-8, 9))
  context.rotate(randomInt(-35, 36) / 100)
  context.transform(1, randomInt(-20, 21) / 100, randomInt(-30, 31) / 100, 1, 0, 0)
  context.fillStyle = `hsl(${randomInt(360)} 60% 32%)`
  context.font = `${randomInt(40, 50)}px ${font}`
  context.textAlign = 'center'
  context.fillText(letter, 0, 0)
  context.restore()
}

function scribble(context: SKRSContext2D) {
  context.strokeStyle = `hsl(${randomInt(360)} 45% ${randomInt(45, 75)}%)`
  context.lineWidth = randomInt(1, 4)
  context.beginPath()
  context.moveTo(randomInt(20), randomInt(size.height))
  context.bezierCurveTo(80, randomInt(size.height), 160, randomInt(size.height), 240, randomInt(size.height))
  context.stroke()
}
