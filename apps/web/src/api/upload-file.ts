import { type DataOf, type Endpoint, refusedFieldHeader } from '@fleetdeck/contract/endpoint'
import { files } from '@fleetdeck/contract/files'
import { requestTimeoutMs } from '../ground/constants.ts'
import { text } from '../ground/language.ts'
import { type Answer, buildHeaders, fieldIn, requireConnection, unwrapData, withSession } from './call.ts'
import { CallError, toEnvelope, toFailure } from './call-error.ts'
import { trackTask } from './task-tray.ts'

/** Bytes sent, and total bytes. */
export type OnProgress = (loaded: number, total: number) => void

interface Transfer {
  endpoint: Endpoint
  form: FormData
  signal: AbortSignal
  onProgress: OnProgress
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** XMLHttpRequest, because fetch does not report upload progress. */
function post({ endpoint, form, signal, onProgress }: Transfer, token: string): Promise<Answer> {
  const callName = `${endpoint.method} ${endpoint.path}`
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = (name: string) => reject(toFailure(new DOMException('', name), callName))
    // A big file may take longer than the limit while it makes progress.
    let timer = window.setTimeout(timedOut, requestTimeoutMs)
    function timedOut() {
      fail('TimeoutError')
      request.abort()
    }
    request.upload.onprogress = (event) => {
      clearTimeout(timer)
      timer = window.setTimeout(timedOut, requestTimeoutMs)
      onProgress(event.loaded, event.total)
    }
    request.onload = () => {
      try {
        resolve({
          ...toEnvelope(request.status, parseJson(request.responseText), callName),
          ...fieldIn(request.getResponseHeader(refusedFieldHeader)),
        })
      } catch (error) {
        reject(error)
      }
    }
    request.onerror = () => reject(new CallError(0, text('upload.failed'), { kind: 'network', callName }))
    request.onabort = () => fail('AbortError')
    request.onloadend = () => clearTimeout(timer)
    signal.addEventListener('abort', () => request.abort())
    request.open(endpoint.method, endpoint.path)
    for (const [name, value] of Object.entries(buildHeaders(endpoint, token)))
      request.setRequestHeader(name, value)
    request.send(form)
  })
}

/** Sends one file to an upload call; the task tray shows it and can cancel it. */
export async function uploadTo<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  onProgress: OnProgress = () => {},
  abort: AbortController = new AbortController(),
): Promise<DataOf<E>> {
  const file = [...form.values()].find((value) => value instanceof File)
  const task = { kind: 'upload', name: file?.name ?? '', cancel: () => abort.abort() } as const
  return trackTask(task, async (progress) => {
    const both: OnProgress = (loaded, total) => {
      progress(loaded, total)
      onProgress(loaded, total)
    }
    return sendForm(endpoint, form, { signal: abort.signal, onProgress: both })
  })
}

/** Sends a form without an entry in the task tray. */
export async function sendForm<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  { signal, onProgress = () => {} }: { signal: AbortSignal; onProgress?: OnProgress },
): Promise<DataOf<E>> {
  const callName = `${endpoint.method} ${endpoint.path}`
  await requireConnection(callName)
  const envelope = await withSession((token) => post({ endpoint, form, signal, onProgress }, token))
  return unwrapData(envelope, callName) as DataOf<E>
}

/** A form that contains only the file. */
export function buildForm(file: Blob): FormData {
  const form = new FormData()
  form.append('file', file)
  return form
}

/** Stores a file on the server; returns its name, address, digest and size. */
export function uploadFile(file: File, onProgress?: OnProgress, abort?: AbortController) {
  return uploadTo(files.upload, buildForm(file), onProgress, abort)
}
