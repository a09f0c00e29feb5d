import { type DepartmentNode, departments } from '@fleetdeck/contract/departments'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { seededName } from '../../ground/language.ts'

export const useDepartmentTree = () =>
  useQuery({
    queryKey: [departments.tree.path],
    queryFn: ({ signal }) => call(departments.tree, { signal }),
    staleTime: 60_000,
  })

export interface DepartmentChoice {
  value: number
  title: string
  disabled: boolean
  children: DepartmentChoice[]
}

/** Disabled departments are selectable as filters, not as a user's department. */
export const treeChoices = (nodes: readonly DepartmentNode[], { all = false } = {}): DepartmentChoice[] =>
  nodes.map((node) => ({
    value: node.id,
    title: seededName(node.label),
    disabled: node.disabled && !all,
    children: treeChoices(node.children, { all }),
  }))

export function labelIn(nodes: readonly DepartmentNode[], id: number): string | undefined {
  for (const node of nodes) {
    const found = node.id === id ? seededName(node.label) : labelIn(node.children, id)
    if (found !== undefined) return found
  }
  return undefined
}
