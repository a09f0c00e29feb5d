import { contentTop, type View } from '../../../app-logic.ts'
import { tabBar } from '../../../apps/club/layout.ts'
import {
  chatHeight,
  chatRow,
  isUnread,
  type Message,
  messageField,
  sendButton,
} from '../../../apps/club/messages.ts'
import type { ClubState } from '../../../apps/club.ts'
import { card, ink, line } from '../../palette.ts'
import type { Pen } from '../../pen.ts'
import { pressedIn, type Scene } from '../../scene.ts'
import { brand, drawAvatar, drawField, drawMainButton, soft, wrapText } from './club-pen.ts'

const size = 15
const lineHeight = 21

const wordsOf = (message: Message, { texts }: Scene): string =>
  'question' in message ? (texts.club.questions[message.question] ?? '') : message.answer

export function drawChats(pen: Pen, state: ClubState, view: View, scene: Scene): void {
  pen.box({ ...chatRow(view, 0), height: chatHeight * state.chats.length }, card, 16)
  state.chats.forEach((messages, index) => {
    const row = chatRow(view, index)
    const name = scene.texts.club.chats[index] ?? ''
    if (pressedIn(scene) === `chat_${index + 1}`) pen.box(row, '#f1f3f8', 16)
    if (index > 0) pen.box({ x: row.x + 68, y: row.y, width: row.width - 68, height: 1 }, line)
    drawAvatar(pen, name, index, { x: row.x + 38, y: row.y + 34, radius: 20 })
    const room = row.width - 120
    pen.text(name, { x: row.x + 70, y: row.y + 24 }, { size: 15, bold: true, colour: ink, maxWidth: room })
    const last = messages.at(-1)
    if (last)
      pen.text(wordsOf(last, scene), { x: row.x + 70, y: row.y + 45 }, { ...soft(13), maxWidth: room })
    if (isUnread(messages)) pen.disc({ x: row.x + row.width - 24, y: row.y + 34 }, 5, brand)
  })
}

export function drawChat(pen: Pen, state: ClubState, view: View, scene: Scene): void {
  const { texts } = scene
  const field = messageField(view)
  const bottom = field.y - 14
  pen.within({ x: 0, y: contentTop - 14, width: view.width, height: bottom - contentTop + 14 }, 0, () => {
    let y = bottom
    for (const message of (state.chats[state.chat ?? 0] ?? []).toReversed()) {
      const lines = wrapText(pen, wordsOf(message, scene), view.width * 0.62, size)
      const height = lines.length * lineHeight + 18
      y -= height + 10
      if (y < contentTop - 14) break
      drawBubble(pen, lines, { y, height, width: view.width, isMine: 'answer' in message })
    }
  })
  const bar = tabBar(view)
  pen.box({ ...bar, y: bar.y - 2, height: view.height - bar.y + 2 }, '#eef0f5')
  drawField(pen, field, {
    text: state.message,
    hint: texts.club.messageHint,
    focused: state.field === 'message',
  })
  drawMainButton(pen, sendButton(view), texts.club.send, { pressed: pressedIn(scene) === 'send' })
}

function drawBubble(
  pen: Pen,
  lines: string[],
  { y, height, width, isMine }: { y: number; height: number; width: number; isMine: boolean },
): void {
  const wide = Math.max(...lines.map((words) => pen.measureWidth(words, size))) + 28
  const x = isMine ? width - 14 - wide : 14
  pen.box({ x, y, width: wide, height }, isMine ? brand : card, 16)
  lines.forEach((words, row) => {
    const at = { x: x + 14, y: y + 9 + row * lineHeight + lineHeight / 2 }
    pen.text(words, at, { size, colour: isMine ? '#ffffff' : ink })
  })
}
