import type { AnyNode, Program } from 'acorn'
import { nodesIn } from '../syntax-tree.ts'

/** The names that a script declares or assigns anywhere, in whatever scope. */
export function declaredNames(program: Program): Set<string> {
  const names = new Set<string>()
  for (const node of nodesIn(program)) for (const target of targetsOf(node)) collect(target, names)
  return names
}

function targetsOf(node: AnyNode): (AnyNode | null | undefined)[] {
  switch (node.type) {
    case 'VariableDeclarator':
    case 'ClassDeclaration':
    case 'ClassExpression':
      return [node.id]
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      return [node.id, ...node.params]
    case 'ArrowFunctionExpression':
      return node.params
    case 'CatchClause':
      return [node.param]
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      return [node.local]
    case 'AssignmentExpression':
      return [node.left]
    default:
      return []
  }
}

/** The names in a target of an assignment. */
function collect(target: AnyNode | null | undefined, names: Set<string>): void {
  if (!target) return
  if (target.type === 'Identifier') names.add(target.name)
  else if (target.type === 'ObjectPattern')
    for (const part of target.properties)
      collect(part.type === 'Property' ? part.value : part.argument, names)
  else if (target.type === 'ArrayPattern') for (const part of target.elements) collect(part, names)
  else if (target.type === 'RestElement') collect(target.argument, names)
  else if (target.type === 'AssignmentPattern') collect(target.left, names)
}
