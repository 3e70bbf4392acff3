import pageFiles from 'virtual:page-files';
import { renderToStaticMarkup } from 'react-dom/server';
import { LoginTemplate } from '#features/accounts/web/login/login-template.tsx';
import { HeadTemplate } from '#features/messages/web/member-head/head-template.tsx';
import { Around, type AroundData } from '../around.tsx';

const rendered = new Map<string, string>();

/**
 * Returns the HTML at the end of every page with what its plain scripts show: the login form and, on pages with the
 * site’s header, the content of the bell. It is the same for all pages of a language, so it is rendered once.
 */
export function plainTemplates(around: AroundData, hasHeader: boolean): string {
  const { translator, named, site } = around;
  const key = [translator.language, named, hasHeader].join();
  let html = rendered.get(key);
  if (html === undefined) {
    const ahead = [...pageFiles.signup, pageFiles.texts[translator.language]?.accounts ?? ''];
    html = renderToStaticMarkup(
      <Around {...around}>
        <template data-script={pageFiles.login.join(' ')} data-ahead={ahead.join(' ')}>
          <LoginTemplate google={site.google} />
        </template>
        {hasHeader && <HeadTemplate script={pageFiles.head.join(' ')} />}
      </Around>,
    );
    rendered.set(key, html);
  }
  return html;
}
