import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { z } from 'zod'
import { contractModules } from './contract-modules.ts'

export interface ContractParts {
  /** Exported schemas by their names. */
  schemas: ReadonlyMap<string, z.ZodType>
  /** Ids of calls, such as deviceGroupsList, by `method path`. */
  operationIds: ReadonlyMap<string, string>
}

export const callKey = ({ method, path: address }: Pick<Endpoint, 'method' | 'path'>) =>
  `${method} ${address}`

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** `deviceGroups`, `list` → `deviceGroupsList`. */
function endpointsOf(name: string, value: unknown): [id: string, endpoint: Endpoint][] {
  if (isEndpoint(value)) return [[name, value]]
  if (typeof value !== 'object' || value === null || value instanceof z.ZodType) return []
  return Object.entries(value).flatMap(([part, each]) =>
    isEndpoint(each) ? [[name + capitalized(part), each] as [string, Endpoint]] : [],
  )
}

/** Single numbers and texts are shown where they are used. */
const hasOwnName = (name: string, value: unknown): value is z.ZodType =>
  /^[A-Z]/.test(name) &&
  value instanceof z.ZodType &&
  !(value instanceof z.ZodNumber || value instanceof z.ZodString)

/** Names of schemas and calls; a new module needs no registration. */
export async function readContract(): Promise<ContractParts> {
  const schemas = new Map<string, z.ZodType>()
  const operationIds = new Map<string, string>()
  const modules = await contractModules()
  for (const [name, value] of modules.flatMap((module) => Object.entries(module))) {
    if (hasOwnName(name, value)) schemas.set(name, value)
    for (const [id, endpoint] of endpointsOf(name, value))
      if (!operationIds.has(callKey(endpoint))) operationIds.set(callKey(endpoint), id)
  }
  return { schemas, operationIds }
}
