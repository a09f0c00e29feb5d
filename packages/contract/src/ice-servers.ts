/** Addresses of STUN and TURN servers, separated by commas. */
export const areIceServers = (schemes: string) => {
  const address = new RegExp(`^(${schemes}):[a-z0-9.\\-[\\]:]{1,255}(\\?transport=(udp|tcp))?$`, 'i')
  return (list: string) => list.split(',').every((part) => part.trim() === '' || address.test(part.trim()))
}

export const listed = (list: string) =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
