import { afterEach, describe, expect, it } from 'vitest'
import { sentVisit } from './sent-visit'
import { keepVisit, laterVisit, visitOf } from './visit'

const at = new Date('2026-11-20T08:00:00Z')
const shop = 'https://shop.example/az/shop/7'

afterEach(() => localStorage.clear())

const landing = (query: string, referrer = '') => {
  const visit = visitOf(`${shop}${query}`, referrer, at)
  return visit && [visit.channel, visit.source, visit.campaign]
}

describe('a landing', () => {
  it.each([
    ['', '', ['direct', null, null]],
    ['?color=oak', 'https://shop.example/az', null],
    ['', 'https://www.google.com/', ['search', 'google.com', null]],
    ['', 'https://yandex.ru/search', ['search', 'yandex.ru', null]],
    ['', 'https://ya.ru/', ['search', 'ya.ru', null]],
    ['', 'https://mail.google.com/mail/u/0/', ['mail', 'mail.google.com', null]],
    ['', 'https://l.instagram.com/?u=a', ['social', 'l.instagram.com', null]],
    ['', 'https://t.me/', ['social', 't.me', null]],
    ['', 'https://blog.example/best', ['referral', 'blog.example', null]],
    ['', 'https://notgoogle.example/', ['referral', 'notgoogle.example', null]],
    ['', 'not an address', ['direct', null, null]],
    ['?gclid=secret', 'https://www.google.com/', ['ads', 'google', null]],
    ['?yclid=1&utm_source=yandex&utm_medium=cpc&utm_campaign=spring', '', ['ads', 'yandex', 'spring']],
    ['?fbclid=secret', 'https://l.facebook.com/', ['social', 'meta', null]],
    ['?fbclid=1&utm_source=ig&utm_medium=paid_social&utm_campaign=Spring', '', ['ads', 'ig', 'Spring']],
    ['?utm_source=google&utm_medium=feed', 'https://www.google.com/', ['feed', 'google', null]],
    ['?utm_source=google&utm_medium=feed&gclid=1', '', ['ads', 'google', null]],
    ['?utm_source=shop&utm_medium=mail', '', ['mail', 'shop', null]],
    ['?utm_source=Instagram', '', ['social', 'instagram', null]],
    ['?utm_source=catalogue&utm_campaign=%20', '', ['referral', 'catalogue', null]],
    ['?utm_medium=email', 'https://shop.example/az', ['mail', null, null]],
    [`?utm_source=${'a'.repeat(70)}&utm_campaign=${'b'.repeat(120)}`, '', ['referral', 'a'.repeat(60), 'b'.repeat(100)]],
  ])('%s from %s', (query, referrer, expected) => {
    expect(landing(query, referrer)).toEqual(expected)
  })

  it('has the path without its query, and the time', () => {
    expect(visitOf(`${shop}?gclid=secret#token`, '', at)).toMatchObject({ landingPath: '/az/shop/7', at: '2026-11-20T08:00:00.000Z' })
  })
})

describe('the kept visit', () => {
  const later = (days: number) => new Date(at.getTime() + days * 86_400_000)
  const visit = (query: string, days: number) => visitOf(`${shop}${query}`, '', later(days)) ?? undefined
  const ads = visit('?gclid=1', 0)

  it('is the newest that is not direct, for 30 days', () => {
    const direct = visit('', 29) ?? null
    expect(laterVisit(ads, direct, later(29))).toBe(ads)
    expect(laterVisit(ads, null, later(29))).toBe(ads)
    expect(laterVisit(ads, direct, later(31))).toBe(direct)
    expect(laterVisit(ads, null, later(31))).toBeNull()
    const mail = visit('?utm_medium=mail', 1) ?? null
    expect(laterVisit(ads, mail, later(1))).toBe(mail)
    expect(laterVisit(visit('', 0), mail, later(1))).toBe(mail)
    // The clock was put back.
    expect(laterVisit(ads, direct, later(-1))).toBe(direct)
  })

  it('is stored, and replaces what is no visit', () => {
    localStorage.setItem('visit', '{"channel":')
    expect(sentVisit()).toBeUndefined()
    keepVisit(`${shop}?utm_source=shop&utm_medium=mail`)
    expect(sentVisit()).toMatchObject({ channel: 'mail', source: 'shop', campaign: null, landingPath: '/az/shop/7' })
    keepVisit(shop)
    expect(sentVisit()?.channel).toBe('mail')
    localStorage.setItem('visit', '7')
    keepVisit(shop)
    expect(sentVisit()?.channel).toBe('direct')
  })
})
