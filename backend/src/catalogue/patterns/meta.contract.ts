import { ApiProperty } from '@nestjs/swagger';

export class MetaTags {
  @ApiProperty({ example: 'Sommerkleid Lina von Atelier Nord' }) title!: string;
  @ApiProperty({ description: 'At most 155 characters; a longer text is cut and ends in three dots' })
  description!: string;
  @ApiProperty({ example: 'Kleid, Sommer, Jersey' }) keywords!: string;
  @ApiProperty({ type: String, nullable: true, description: 'Absolute URL' }) image!: string | null;
  @ApiProperty({ example: 'https://shop.example.org/patterns/0198c1f0-5a6e-7c3b-9d2f-1a2b3c4d5e6f' }) url!: string;
  @ApiProperty({ enum: ['product'] }) type!: 'product';
}

class SchemaBrand {
  @ApiProperty({ name: '@type', enum: ['Brand'] }) '@type'!: 'Brand';
  @ApiProperty({ example: 'Atelier Nord' }) name!: string;
}

class SchemaOffer {
  @ApiProperty({ name: '@type', enum: ['Offer'] }) '@type'!: 'Offer';
  @ApiProperty({ example: '12.90', description: 'Gross, in units of the currency' }) price!: string;
  @ApiProperty({ example: 'EUR' }) priceCurrency!: string;
  @ApiProperty({ example: 'https://schema.org/InStock' }) availability!: string;
  @ApiProperty() url!: string;
}

/** https://schema.org/Product */
export class ProductData {
  @ApiProperty({ name: '@context', example: 'https://schema.org' }) '@context'!: string;
  @ApiProperty({ name: '@type', enum: ['Product'] }) '@type'!: 'Product';
  @ApiProperty() name!: string;
  @ApiProperty() description!: string;
  @ApiProperty({ description: 'Id of the pattern' }) sku!: string;
  @ApiProperty({ type: [String], description: 'Absolute URLs' }) image!: string[];
  @ApiProperty({ example: 'Dresses' }) category!: string;
  @ApiProperty({ type: SchemaBrand }) brand!: SchemaBrand;
  @ApiProperty({ type: SchemaOffer }) offers!: SchemaOffer;
}

export class PatternMeta {
  @ApiProperty({ type: MetaTags }) meta_tags!: MetaTags;
  @ApiProperty({ type: ProductData }) structured_data!: ProductData;
}
