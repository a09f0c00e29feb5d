/** Names of fields that contain secrets, wherever they are; other keys are names, such as `roleKey`. */
const secretName = /password|secret|token|^key$|(access|api|app|encryption|enrolment|private|push|robot)key$/i

/**
 * The values without secrets: fields that are drawn as passwords, or are named like one.
 * @param formId how the ids of its fields begin
 */
export function withoutSecrets(values: unknown, formId: string): unknown {
  const masked = new Set(
    [...document.querySelectorAll<HTMLElement>('input[type=password], [data-secret]')].map(({ id }) => id),
  )
  const strip = (value: unknown, id: string): unknown => {
    if (Array.isArray(value)) return value.map((part, at) => strip(part, `${id}_${at}`))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, part]) => {
        const partId = `${id}_${name}`
        return masked.has(partId) || secretName.test(name) ? [] : [[name, strip(part, partId)]]
      }),
    )
  }
  return strip(values, formId)
}
