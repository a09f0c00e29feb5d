import { workerData } from 'node:worker_threads'
import { RunningScript } from './running-script.ts'
import { Turns } from './turns.ts'
import { type FromWorker, operationSeconds, type ToWorker, type WorkerData } from './worker-messages.ts'

const { port, beat, program } = workerData as WorkerData
const turns = new Turns(beat, operationSeconds * 1000)
const scripts = new Map<number, RunningScript>()
const send = (message: FromWorker) => port.postMessage(message)

async function run(id: number, script: RunningScript): Promise<void> {
  scripts.set(id, script)
  const end = await script.run()
  scripts.delete(id)
  send({ id, ...end })
}

port.on('message', (message: ToWorker) => {
  const { id } = message
  if ('start' in message) {
    const script = new RunningScript(message.start, {
      program,
      turns,
      ask: (question) => send({ id, ...question }),
    })
    run(id, script).catch(({ name, message }: Error) => send({ id, end: 'thrown', name, message, stack: '' }))
  } else if ('order' in message) scripts.get(id)?.order(message.order)
  else scripts.get(id)?.answer(message.answer)
})
