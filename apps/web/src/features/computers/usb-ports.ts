import { type UsbNode, usbPortOf } from '@fleetdeck/contract/computer-socket'

export interface UsbPort {
  number: number
  /** What is plugged in. */
  node: UsbNode | undefined
  isOff: boolean
}

export interface UsbHub {
  node: UsbNode
  ports: UsbPort[]
  /** Hubs that are plugged into it, in the order of their ports. */
  hubs: UsbHub[]
}

/** The hubs of a computer, each with its ports and the hubs below. A hub that nothing leads to is at the top. */
export function toHubs(nodes: readonly UsbNode[]): UsbHub[] {
  const known = new Set(nodes.map(({ path }) => path))
  const below = Map.groupBy(nodes, ({ path }) => usbPortOf(path)?.hub ?? '')
  const hubOf = (node: UsbNode): UsbHub => {
    const plugged = (below.get(node.path) ?? []).map((child) => ({
      child,
      number: usbPortOf(child.path)?.port ?? 0,
    }))
    const off = node.portsOff ?? []
    const count = Math.max(node.ports ?? 0, ...off, ...plugged.map(({ number }) => number))
    const ports = Array.from({ length: count }, (_, at) => ({
      number: at + 1,
      node: plugged.find(({ number }) => number === at + 1)?.child,
      isOff: off.includes(at + 1),
    }))
    const hubs = plugged.filter(({ child }) => child.kind === 'hub').sort((a, b) => a.number - b.number)
    return { node, ports, hubs: hubs.map(({ child }) => hubOf(child)) }
  }
  return nodes.filter(({ path, kind }) => kind === 'hub' && !known.has(usbPortOf(path)?.hub ?? '')).map(hubOf)
}
