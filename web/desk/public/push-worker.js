// Shows push messages of the desk, and opens their records. A message has a kind, a number and, about an offer, its id; the texts
// are those that the desk stored in the language of the person.

const texts = async () => {
  const stored = await (await caches.open('desk-push')).match('/desk/push-texts')
  return stored === undefined ? {} : stored.json()
}

self.addEventListener('push', (event) => {
  const show = async () => {
    const { kind, number, offer } = event.data.json()
    const { [kind]: text = '' } = await texts()
    const isOrder = number.startsWith('SB-')
    const path = isOrder ? `orders/${number}` : `quotes/${number}${offer === null ? '' : `/offer/${offer}`}`
    await self.registration.showNotification(number, { body: text, tag: `${kind} ${number}`, data: `/desk/${path}` })
  }
  event.waitUntil(show())
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const open = async () => {
    const address = new URL(event.notification.data, self.location.origin).href
    const windows = await self.clients.matchAll({ type: 'window' })
    const shown = windows.find(({ url }) => url === address)
    await (shown === undefined ? self.clients.openWindow(address) : shown.focus())
  }
  event.waitUntil(open())
})
