export interface ExampleCall {
  method: string
  /** Complete, including the host. */
  url: string
  /** Sent as JSON. */
  body?: unknown
  /** The name of a file, sent as multipart/form-data. */
  file?: string
  /** Public calls need no token. */
  isPublic?: boolean
  /** The answer is stored as it is; it has no envelope. */
  isStored?: boolean
}

/** Quoted for a POSIX shell: nothing inside is expanded. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
const answerName = 'answer'

/** The token stays in the environment, so that it does not end up in files and histories. */
export function curlExample({ method, url, body, file, isPublic, isStored }: ExampleCall): string {
  const lines = [`curl -X ${method} ${quote(url)}`]
  if (!isPublic) lines.push('-H "Authorization: Bearer $TOKEN"')
  if (file !== undefined) lines.push(`-F ${quote(`file=@${JSON.stringify(file)}`)}`)
  else if (body !== undefined)
    lines.push(`-H ${quote('Content-Type: application/json')}`, `-d ${quote(JSON.stringify(body))}`)
  if (isStored) lines.push(`-o ${answerName}`)
  return lines.join(' \\\n  ')
}

export function typeScriptExample({ method, url, body, file, isPublic, isStored }: ExampleCall): string {
  const hasJson = body !== undefined && file === undefined
  const headers = [
    ...(isPublic ? [] : ["Authorization: 'Bearer ' + process.env.TOKEN"]),
    ...(hasJson ? ["'Content-Type': 'application/json'"] : []),
  ]
  const options = [
    `method: ${JSON.stringify(method)}`,
    ...(headers.length ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(hasJson ? [`body: JSON.stringify(${indent(body)})`] : []),
    ...(file === undefined ? [] : ['body']),
  ]
  const name = JSON.stringify(file)
  return [
    ...(file === undefined ? [] : ["import { openAsBlob } from 'node:fs'"]),
    ...(isStored ? ["import { writeFile } from 'node:fs/promises'"] : []),
    ...(file === undefined && !isStored ? [] : ['']),
    ...(file === undefined
      ? []
      : ['const body = new FormData()', `body.append('file', await openAsBlob(${name}), ${name})`]),
    `const response = await fetch(${JSON.stringify(url)}, {`,
    ...options.map((option) => `  ${option},`),
    '})',
    ...(isStored
      ? [`await writeFile('${answerName}', Buffer.from(await response.arrayBuffer()))`]
      : [
          'const { code, msg, data } = await response.json()',
          'if (code !== 0) throw new Error(msg)',
          'console.log(data)',
        ]),
  ].join('\n')
}

/** A value of JSON as Python writes it. */
const pythonValue = (value: unknown): string => {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${pythonValue(inner)}`)
    .join(', ')}}`
}

export function pythonExample({ method, url, body, file, isPublic, isStored }: ExampleCall): string {
  const parts = [
    JSON.stringify(method),
    JSON.stringify(url),
    ...(isPublic ? [] : ['headers={"Authorization": "Bearer " + os.environ["TOKEN"]}']),
    ...(body === undefined || file !== undefined ? [] : [`json=${pythonValue(body)}`]),
    ...(file === undefined ? [] : [`files={"file": open(${JSON.stringify(file)}, "rb")}`]),
  ]
  return [
    ...(isPublic ? [] : ['import os']),
    'import requests',
    '',
    'response = requests.request(',
    ...parts.map((part) => `    ${part},`),
    ')',
    ...(isStored
      ? [`open("${answerName}", "wb").write(response.content)`]
      : [
          'answer = response.json()',
          'if answer["code"] != 0:',
          '    raise RuntimeError(answer["msg"])',
          'print(answer["data"])',
        ]),
  ].join('\n')
}

const indent = (value: unknown) => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')
