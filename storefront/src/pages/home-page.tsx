import { useTranslation } from 'react-i18next';
import { Hero } from '../features/home/hero';
import { Newest } from '../features/home/newest';
import { Features, ForDesigners, CallToAction, Stats } from '../features/home/home-sections';
import { Steps } from '../features/home/steps';
import { PageHead } from '../ui/texts/page-head';

export function Page() {
  const { t } = useTranslation();
  return (
    <div className="page">
      <PageHead title={t('home:head.title')} description={t('home:head.description')} />
      <Hero />
      <Stats />
      <Newest />
      <Steps />
      <Features />
      <ForDesigners />
      <CallToAction />
    </div>
  );
}
