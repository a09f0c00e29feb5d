import type { JsonChannel } from './json-channel.ts'

interface Question<Message, Answer extends Message> {
  isAnswer: (message: Message) => message is Answer
  withinMs: number
}

/** Publishes a question, and resolves to the first answer; `offline` when no server listens, `silent` when none answers. */
export async function ask<Asked, Message, Answer extends Message>(
  to: JsonChannel<Asked>,
  question: Asked,
  from: JsonChannel<Message>,
  { isAnswer, withinMs }: Question<Message, Answer>,
): Promise<Answer | 'offline' | 'silent'> {
  const answer = Promise.withResolvers<Answer | 'silent'>()
  const stop = await from.subscribe((message) => {
    if (isAnswer(message)) answer.resolve(message)
  })
  const timer = setTimeout(() => answer.resolve('silent'), withinMs)
  try {
    return (await to.publish(question)) ? await answer.promise : 'offline'
  } finally {
    clearTimeout(timer)
    stop()
  }
}
