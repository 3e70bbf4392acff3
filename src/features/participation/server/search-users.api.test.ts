import { describe, expect, it } from 'vitest';
import { buildMember, outcome } from '#testing/factories.ts';
import { participationApi } from '../contract.ts';
import { setUpParticipation } from './participation.test-kit.ts';

const { app, ban, creator, other, send } = setUpParticipation();

describe('the search for members', () => {
  const find = async (keyword: string, who = creator) =>
    (await app.call(participationApi.searchUser, { keyword }, who)).map(({ username }) => username);
  it('finds by name or profile URL, ignoring case', async () => {
    expect((await find('AMELIE'))[0]).toBe('amelie_r');
    expect(await find('민준')).toEqual(['민준']);
    expect((await find(other.slug))[0]).toBe('민준');
    expect(await find('@amelie_r')).toContain('amelie_r');
    expect(await find('melie')).toContain('amelie_r');
    expect(await find('nobody_at_all')).toEqual([]);
  });
  it('finds with or without accents, and with a space for an underscore', async () => {
    await buildMember(app, { username: 'Ångström' });
    await buildMember(app, { username: 'Inês_Prado' });
    await buildMember(app, { username: '水原_茜' });
    for (const keyword of ['Angstrom', 'angstr', 'ÅNGSTRÖM'])
      expect(await find(keyword), keyword).toEqual(['Ångström']);
    for (const keyword of ['Ines Prado', 'ines_prado', 'inês prado', '@Ines'])
      expect((await find(keyword))[0]).toBe('Inês_Prado');
    expect(await find('Amélie')).toContain('amelie_r');
    expect(await find('水原 茜')).toEqual(['水原_茜']);
  });
  it.each(['%%', '__', '\\\\', "';--"])('takes %s literally', async (keyword) => {
    expect(await find(keyword)).toEqual([]);
  });
  it.each(['', ' ', 'x', 'x'.repeat(41)])('needs a keyword: %j', async (keyword) => {
    expect(outcome(await send('searchUser', { keyword }, creator))).toBe('400 invalid_input');
  });
  it('returns ten at most, and no deleted members', async () => {
    for (let i = 0; i < 11; i += 1) await buildMember(app, { username: `crowd_${i}` });
    expect(await find('crowd')).toHaveLength(10);
    const gone = await buildMember(app, { username: 'gone_away' });
    await ban(gone);
    expect(await find('gone_away')).toEqual([]);
  });
  it('returns only what is on a profile', async () => {
    const [found] = await app.call(participationApi.searchUser, { keyword: 'amelie' }, creator);
    expect(Object.keys(found!).sort()).toEqual(['avatar', 'id', 'slug', 'username']);
    expect(outcome(await send('searchUser', { keyword: 'amelie' }))).toBe('401 login_required');
  });
});
