export interface ExampleCall {
  method: string
  /** Complete, including the host. */
  url: string
  /** Sent as JSON. */
  body?: unknown
  /** Public calls need no token. */
  isPublic?: boolean
}

/** Quoted for a POSIX shell: nothing inside is expanded. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The token stays in the environment, so that it does not end up in files and histories. */
export function curlExample({ method, url, body, isPublic }: ExampleCall): string {
  const lines = [`curl -X ${method} ${quote(url)}`]
  if (!isPublic) lines.push('-H "Authorization: Bearer $TOKEN"')
  if (body !== undefined)
    lines.push(`-H ${quote('Content-Type: application/json')}`, `-d ${quote(JSON.stringify(body))}`)
  return lines.join(' \\\n  ')
}

export function typeScriptExample({ method, url, body, isPublic }: ExampleCall): string {
  const headers = [
    ...(isPublic ? [] : ["Authorization: 'Bearer ' + process.env.TOKEN"]),
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ]
  const options = [
    `method: ${JSON.stringify(method)}`,
    ...(headers.length ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(body === undefined ? [] : [`body: JSON.stringify(${indent(body)})`]),
  ]
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    ...options.map((option) => `  ${option},`),
    '})',
    'const { code, msg, data } = await response.json()',
    'if (code !== 0) throw new Error(msg)',
    'console.log(data)',
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

export function pythonExample({ method, url, body, isPublic }: ExampleCall): string {
  const parts = [
    JSON.stringify(method),
    JSON.stringify(url),
    ...(isPublic ? [] : ['headers={"Authorization": "Bearer " + os.environ["TOKEN"]}']),
    ...(body === undefined ? [] : [`json=${pythonValue(body)}`]),
  ]
  return [
    ...(isPublic ? [] : ['import os']),
    'import requests',
    '',
    'answer = requests.request(',
    ...parts.map((part) => `    ${part},`),
    ').json()',
    'if answer["code"] != 0:',
    '    raise RuntimeError(answer["msg"])',
    'print(answer["data"])',
  ].join('\n')
}

const indent = (value: unknown) => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')
