import type { Target, View } from '../../app-logic.ts'
import type { Rect } from '../../geometry.ts'
import { isVisible, rowAt, tabBar } from './layout.ts'

const chatCount = 5
export const chatHeight = 68
/** Questions of one chat; each answer brings the next. */
const mostQuestions = 4
/** Of one chat. */
const maxMessages = 40

/** A question is an index into the list of texts. */
export type Message = { question: number } | { answer: string }

/** Each chat starts with another question. */
export const firstMessages: readonly (readonly Message[])[] = Array.from({ length: chatCount }, (_, chat) => [
  { question: chat },
])

export const isUnread = (messages: readonly Message[]): boolean => {
  const last = messages.at(-1)
  return last !== undefined && 'question' in last
}

export function answerChat(messages: readonly Message[], chat: number, answer: string): readonly Message[] {
  const asked = messages.filter((message) => 'question' in message).length
  const next: Message[] = asked < mostQuestions ? [{ question: (chat + asked * 3) % 10 }] : []
  return [...messages, { answer }, ...next].slice(-maxMessages)
}

export const chatRow = (view: View, index: number): Rect => rowAt(view, index, chatHeight)

export function messageField(view: View): Rect {
  const bar = tabBar(view)
  return { x: 14, y: bar.y + 8, width: view.width - 28 - 76, height: 40 }
}

export function sendButton(view: View): Rect {
  const field = messageField(view)
  return { x: field.x + field.width + 8, y: field.y, width: 68, height: field.height }
}

export const chatListTargets = (view: View): Target[] =>
  firstMessages.flatMap((_, index) => {
    const row = chatRow(view, index)
    return isVisible(row, view) ? [{ id: `chat_${index + 1}`, ...row }] : []
  })

export const chatTargets = (view: View): Target[] => [
  { id: 'back', x: 6, y: 40, width: 40, height: 40 },
  { id: 'message', ...messageField(view) },
  { id: 'send', ...sendButton(view) },
]
