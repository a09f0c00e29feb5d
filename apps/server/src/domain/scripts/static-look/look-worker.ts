import { parentPort, workerData } from 'node:worker_threads'
import { lookAtScript } from './look-at-script.ts'

const { text, fileName } = workerData as { text: string; fileName: string }
parentPort?.postMessage(lookAtScript(text, fileName))
