import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { shopConfig } from '../../api/config';
import type { Pattern } from '../../api/types';
import { trustedJson } from '../../lib/trusted-script-url';
import { PageHead } from '../../ui/texts/page-head';

const longestDescription = 155;

/** Title, description, open graph and the product data that search engines read. */
export function PatternHead({ pattern }: { pattern: Pattern }) {
  const { t } = useTranslation();
  const by = t('pattern:by', { name: pattern.designer_name });
  return (
    <>
      <PageHead
        title={`${pattern.title} ${by}`}
        description={metaDescription(pattern.description)}
        image={pattern.preview_images[0]}
        path={`/patterns/${pattern.id}`}
      />
      <meta property="og:type" content="product" />
      <ProductData pattern={pattern} />
    </>
  );
}

/** The structured data. React creates script elements with innerHTML, which trusted types forbid. */
function ProductData({ pattern }: { pattern: Pattern }) {
  const data = productData(pattern);
  useEffect(() => {
    const script = document.createElement('script');
    script.type = 'application/ld+json';
    script.text = trustedJson(data);
    document.head.append(script);
    return () => script.remove();
  }, [data]);
  return null;
}

function metaDescription(text: string): string {
  return text.length <= longestDescription
    ? text
    : // A cut through a surrogate pair would leave half a character.
      `${text.slice(0, longestDescription - 3).replace(/[\uD800-\uDBFF]$/, '')}...`;
}

function productData(pattern: Pattern): string {
  const origin = shopConfig().publicUrl || window.location.origin;
  const product = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: pattern.title,
    description: pattern.description,
    image: pattern.preview_images.map((image) => new URL(image, origin).href),
    category: pattern.category,
    brand: { '@type': 'Brand', name: pattern.designer_name },
    offers: {
      '@type': 'Offer',
      price: (pattern.price / 100).toFixed(2),
      priceCurrency: pattern.currency,
      availability: 'https://schema.org/InStock',
      url: new URL(`/patterns/${pattern.id}`, origin).href,
    },
  };
  // Otherwise a description could end the script element.
  return JSON.stringify(product).replaceAll('<', '\\u003c');
}
